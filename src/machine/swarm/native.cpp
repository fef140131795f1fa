#include "machine/swarm/native.h"

#include <array>
#include <utility>

#include <sys/mman.h>

#ifdef __x86_64__
#include <xbyak/xbyak.h>
#endif

#include "machine/swarm/registers.h"

namespace palamedes::machine::swarm {

#ifdef __x86_64__
namespace {

constexpr std::size_t page = 4096;
// No operation needs more than three loads, a store, a copy and two instructions for itself.
constexpr std::size_t most_bytes_per_operation = 96;
constexpr std::size_t most_bytes_per_feedback = 64;

// Code of one width. Derived classes know the instructions.
class Emitter : public Xbyak::CodeGenerator {
 public:
  Emitter(void* memory, std::size_t size, std::uint32_t word_bytes, std::uint32_t registers)
      : Xbyak::CodeGenerator(size, memory), word_bytes_(word_bytes), register_count_(registers) {}

  NativeFunction emit(const Routine& program) {
    align(64);
    const auto start = getCurr<NativeFunction>();
    find_reads(program);
    // A displacement of one byte then reaches words on both sides.
    add(rdi, displacement_of(bias));
    Registers registers(register_count_, slots_);
    registers_ = &registers;
    program_ = &program;
    std::uint32_t done = 0;
    for (const OperationLoop& loop : program.loops) {
      emit_operations(done, loop.first);
      flush();
      emit_loop(loop);
      done = loop.end;
    }
    emit_operations(done, static_cast<std::uint32_t>(program.operations.size()));
    flush();
    vzeroupper();
    ret();
    return start;
  }

 protected:
  using Register = std::uint32_t;

  [[nodiscard]] Xbyak::Address word(Slot slot) const {
    return ptr[rdi + (displacement_of(slot) - displacement_of(bias))];
  }

  virtual void load(Register target, Slot slot) = 0;
  virtual void store(Slot slot, Register source) = 0;
  // out = table(a, b, c), already in registers; `out` may be one of them.
  virtual void compute(const Operation& operation, const std::array<Slot, 3>& inputs,
                       unsigned input_count, std::uint8_t table) = 0;
  virtual void emit_loop_end(const OperationLoop& loop, const Xbyak::Label& again) = 0;
  virtual void clear(Slot slot) = 0;

  // The register of a slot; loaded if it is not there.
  Register bring(Slot slot) {
    const Register found = registers_->find(slot);
    if (found != no_register) {
      registers_->at(found).pinned = true;
      return found;
    }
    const Register target = make_room();
    load(target, slot);
    registers_->hold(target, slot, next_read(slot), true);
    return target;
  }

  [[nodiscard]] bool is_held(Slot slot) const { return registers_->find(slot) != no_register; }
  [[nodiscard]] bool is_read_again(Slot slot) const {
    const std::uint32_t next = next_read(slot);
    return next != never_read && next < program_->operations.size() && next - at_ < soon;
  }
  // Nobody reads this register's value after the operation at hand, or memory has it.
  [[nodiscard]] bool is_dying(Register number) {
    const auto& held = registers_->at(number);
    return next_read(held.slot) == never_read;
  }

  Register make_room() {
    const Register number = registers_->victim();
    const auto& held = registers_->at(number);
    if (held.slot != Registers::no_slot && !held.saved && held.next_read != never_read) {
      store(held.slot, number);
    }
    registers_->release(number);
    return number;
  }

  // The operation's value now stands in this register.
  void define(Slot slot, Register number) {
    const Register old = registers_->find(slot);
    if (old != no_register) registers_->release(old);
    if (registers_->at(number).slot != Registers::no_slot) registers_->release(number);
    registers_->hold(number, slot, next_after_write_[at_], false);
  }

  [[nodiscard]] Registers& registers() { return *registers_; }
  [[nodiscard]] const Routine& program() const { return *program_; }
  static constexpr std::uint32_t soon = 400;  // a value read so soon is worth a register

 private:
  [[nodiscard]] std::int32_t displacement_of(Slot slot) const {
    return static_cast<std::int32_t>(slot * word_bytes_);
  }

  // By operation and input, when the same value is read next; by operation, when its own is.
  void find_reads(const Routine& program) {
    const auto count = static_cast<std::uint32_t>(program.operations.size());
    slots_ = 2;
    for (const Operation& operation : program.operations) {
      for (const Slot slot : {operation.out(), operation.a, operation.b, operation.c}) {
        slots_ = std::max(slots_, slot + 1);
      }
    }
    for (const Feedback& feedback : program.feedback) {
      slots_ = std::max({slots_, feedback.feedback + 1, feedback.value + 1});
    }
    std::vector<std::uint32_t> next(slots_, never_read);
    for (const Slot slot : program.kept) next[slot] = count;
    next_reads_.assign(count, {});
    next_after_write_.assign(count, never_read);
    std::size_t loop = program.loops.size();
    for (std::uint32_t i = count; i-- > 0;) {
      for (; loop > 0 && program.loops[loop - 1].end == i + 1; --loop) {
        // Read between the rounds; that counts as never being read by an operation.
        const OperationLoop& ended = program.loops[loop - 1];
        for (std::uint32_t j = ended.first_feedback; j < ended.end_feedback; ++j) {
          next[program.feedback[j].value] = std::min(next[program.feedback[j].value], i + 1);
        }
      }
      const Operation& operation = program.operations[i];
      next_after_write_[i] = next[operation.out()];
      next[operation.out()] = never_read;
      const std::array<Slot, 3> inputs = {operation.a, operation.b, operation.c};
      for (std::size_t j = 0; j < 3; ++j) next_reads_[i][j] = next[inputs[j]];
      for (const Slot slot : inputs) next[slot] = i;
    }
  }

  [[nodiscard]] std::uint32_t next_read(Slot slot) const {
    const Operation& operation = program_->operations[at_];
    if (slot == operation.a) return next_reads_[at_][0];
    if (slot == operation.b) return next_reads_[at_][1];
    return next_reads_[at_][2];
  }

  void emit_operations(std::uint32_t first, std::uint32_t end) {
    for (at_ = first; at_ < end; ++at_) emit_operation();
  }

  void emit_operation() {
    const Operation& operation = program_->operations[at_];
    // Inputs that matter first; the table moves with them.
    std::array<Slot, 3> inputs = {operation.a, operation.b, operation.c};
    std::uint8_t table = operation.table();
    unsigned count = 0;
    for (unsigned i = 0; i < 3; ++i) {
      if (!depends_on(table, i)) continue;
      if (i != count) {
        std::swap(inputs[i], inputs[count]);
        table = exchange_inputs(table, i, count);
      }
      ++count;
    }
    for (unsigned i = 0; i < count; ++i) {
      const Register held = registers_->find(inputs[i]);
      if (held != no_register) registers_->at(held).pinned = true;
    }
    compute(operation, inputs, count, table);
    for (unsigned i = 0; i < count; ++i) {
      const Register held = registers_->find(inputs[i]);
      if (held != no_register && inputs[i] != operation.out()) {
        registers_->at(held).next_read = next_read(inputs[i]);
      }
    }
    registers_->unpin_all();
  }

  // Memory has everything that is still to be read, and the registers are empty.
  void flush() {
    for (Register i = 0; i < registers_->count(); ++i) {
      const auto& held = registers_->at(i);
      if (held.slot == Registers::no_slot) continue;
      if (!held.saved && held.next_read != never_read) store(held.slot, i);
      registers_->release(i);
    }
  }

  void emit_loop(const OperationLoop& loop) {
    for (std::uint32_t i = loop.first_feedback; i < loop.end_feedback; ++i) {
      clear(program_->feedback[i].feedback);
    }
    Xbyak::Label again;
    L(again);
    emit_operations(loop.first, loop.end);
    flush();
    emit_loop_end(loop, again);
  }

  static constexpr Slot bias = 128;

  std::uint32_t word_bytes_;
  std::uint32_t register_count_;
  Slot slots_ = 0;
  const Routine* program_ = nullptr;
  Registers* registers_ = nullptr;
  std::uint32_t at_ = 0;
  std::vector<std::array<std::uint32_t, 3>> next_reads_;
  std::vector<std::uint32_t> next_after_write_;
};

class Avx512Emitter final : public Emitter {
 public:
  Avx512Emitter(void* memory, std::size_t size) : Emitter(memory, size, 64, 32) {}

 private:
  void load(Register target, Slot slot) override { vmovdqa64(Xbyak::Zmm(int(target)), word(slot)); }
  void store(Slot slot, Register source) override {
    vmovdqa64(word(slot), Xbyak::Zmm(int(source)));
  }
  void clear(Slot slot) override {
    vpxorq(zmm0, zmm0, zmm0);
    vmovdqa64(word(slot), zmm0);
  }

  void compute(const Operation& operation, const std::array<Slot, 3>& inputs, unsigned count,
               std::uint8_t table) override {
    if (count == 2 && compute_two(operation, inputs, table)) return;
    if (count == 0) {
      const Register out = make_room();
      vpternlogd(Xbyak::Zmm(int(out)), Xbyak::Zmm(int(out)), Xbyak::Zmm(int(out)),
                 table != 0 ? 0xff : 0);
      define(operation.out(), out);
      return;
    }
    compute_three(operation, inputs, count, table);
  }

  // AND, AND NOT, OR, XOR leave their inputs alone.
  bool compute_two(const Operation& operation, std::array<Slot, 3> inputs, std::uint8_t table) {
    if (table == 0x30) {
      std::swap(inputs[0], inputs[1]);
      table = 0x0c;
    }
    if (table != 0xc0 && table != 0x0c && table != 0xfc && table != 0x3c) return false;
    // The second may stay in memory; the first may not.
    if (table != 0x0c && !is_held(inputs[0]) && is_held(inputs[1])) {
      std::swap(inputs[0], inputs[1]);
    }
    const Xbyak::Zmm first{int(bring(inputs[0]))};
    const bool in_register = is_held(inputs[1]) || is_read_again(inputs[1]);
    const Xbyak::Zmm second{in_register ? int(bring(inputs[1])) : 0};
    const Xbyak::Address memory = word(inputs[1]);
    const Xbyak::Operand& source = in_register ? static_cast<const Xbyak::Operand&>(second)
                                               : static_cast<const Xbyak::Operand&>(memory);
    const Register target = result_register(inputs, in_register ? 2 : 1);
    const Xbyak::Zmm out{int(target)};
    switch (table) {
      case 0xc0:
        vpandq(out, first, source);
        break;
      case 0x0c:
        vpandnq(out, first, source);
        break;
      case 0xfc:
        vporq(out, first, source);
        break;
      default:
        vpxorq(out, first, source);
    }
    define(operation.out(), target);
    return true;
  }

  // A register whose value dies here, or another one.
  Register result_register(const std::array<Slot, 3>& inputs, unsigned held) {
    for (unsigned i = 0; i < held; ++i) {
      const Register number = registers().find(inputs[i]);
      if (number != no_register && is_dying(number)) return number;
    }
    return make_room();
  }

  void compute_three(const Operation& operation, std::array<Slot, 3> inputs, unsigned count,
                     std::uint8_t table) {
    // The first input is overwritten: best one that dies here, otherwise one from memory that is
    // not read again, otherwise a copy.
    unsigned first = 0;
    int best = -1;
    for (unsigned i = 0; i < count; ++i) {
      const Register number = registers().find(inputs[i]);
      const int worth = number != no_register      ? (is_dying(number) ? 3 : 0)
                        : is_read_again(inputs[i]) ? 0
                                                   : 2;
      if (worth > best) {
        best = worth;
        first = i;
      }
    }
    exchange(inputs, table, 0, first);
    // The last may stay in memory.
    if (count == 3 && !is_held(inputs[1]) && is_held(inputs[2])) exchange(inputs, table, 1, 2);
    Register target = no_register;
    const Register held = registers().find(inputs[0]);
    for (unsigned i = 1; i + 1 < count; ++i) bring(inputs[i]);
    const unsigned last = count - 1;
    const bool in_register = last == 0 || is_held(inputs[last]) || is_read_again(inputs[last]);
    if (last > 0 && in_register) bring(inputs[last]);
    if (held != no_register && best == 3) {
      target = held;
    } else if (held == no_register && best == 2) {
      target = make_room();
      load(target, inputs[0]);
      registers().at(target).pinned = true;
    } else {
      const Register source = bring(inputs[0]);
      target = make_room();
      vmovdqa64(Xbyak::Zmm(int(target)), Xbyak::Zmm(int(source)));
    }
    const Xbyak::Zmm out{int(target)};
    const Xbyak::Zmm middle = count == 3 ? Xbyak::Zmm(int(registers().find(inputs[1]))) : out;
    if (count == 2) {
      exchange(inputs, table, 1, 2);  // the second input is now the last
      emit_ternary(out, out, inputs[2], in_register, table);
    } else if (count == 1) {
      vpternlogq(out, out, out, table);
    } else {
      emit_ternary(out, middle, inputs[2], in_register, table);
    }
    define(operation.out(), target);
  }

  void emit_ternary(const Xbyak::Zmm& out, const Xbyak::Zmm& middle, Slot last, bool in_register,
                    std::uint8_t table) {
    if (in_register) {
      vpternlogq(out, middle, Xbyak::Zmm(int(registers().find(last))), table);
    } else {
      vpternlogq(out, middle, word(last), table);
    }
  }

  static void exchange(std::array<Slot, 3>& inputs, std::uint8_t& table, unsigned i, unsigned j) {
    if (i == j) return;
    std::swap(inputs[i], inputs[j]);
    table = exchange_inputs(table, i, j);
  }

  void emit_loop_end(const OperationLoop& loop, const Xbyak::Label& again) override {
    vpxorq(zmm0, zmm0, zmm0);
    for (std::uint32_t i = loop.first_feedback; i < loop.end_feedback; ++i) {
      const Feedback& feedback = program().feedback[i];
      vmovdqa64(zmm1, word(feedback.value));
      vpternlogq(zmm0, zmm1, word(feedback.feedback), 0xf6);  // a | (b ^ c)
      vmovdqa64(word(feedback.feedback), zmm1);
    }
    vptestmq(k1, zmm0, zmm0);
    kortestw(k1, k1);
    jnz(again, T_NEAR);
  }
};

class Avx2Emitter final : public Emitter {
 public:
  Avx2Emitter(void* memory, std::size_t size) : Emitter(memory, size, 32, 16) {}

 private:
  void load(Register target, Slot slot) override { vmovdqa(Xbyak::Ymm(int(target)), word(slot)); }
  void store(Slot slot, Register source) override { vmovdqa(word(slot), Xbyak::Ymm(int(source))); }
  void clear(Slot slot) override {
    vpxor(ymm0, ymm0, ymm0);
    vmovdqa(word(slot), ymm0);
  }

  void compute(const Operation& operation, const std::array<Slot, 3>& inputs, unsigned count,
               std::uint8_t table) override {
    const bool complement = (table & 1U) != 0;  // no instruction makes TRUE of FALSE
    if (complement) table = static_cast<std::uint8_t>(~table);
    Register target = no_register;
    if (count == 0) {
      target = make_room();
      const Xbyak::Ymm out{int(target)};
      vpxor(out, out, out);
    } else if (count == 1) {
      const Xbyak::Ymm source{int(bring(inputs[0]))};
      target = make_room();
      vmovdqa(Xbyak::Ymm(int(target)), source);
    } else {
      target = compute_two(inputs, table);
    }
    if (complement) vpxor(Xbyak::Ymm(int(target)), Xbyak::Ymm(int(target)), word(true_slot));
    define(operation.out(), target);
  }

  Register compute_two(std::array<Slot, 3> inputs, std::uint8_t table) {
    if (table == 0x30) {
      std::swap(inputs[0], inputs[1]);
      table = 0x0c;
    }
    if (table != 0x0c && !is_held(inputs[0]) && is_held(inputs[1])) {
      std::swap(inputs[0], inputs[1]);
    }
    const Xbyak::Ymm first{int(bring(inputs[0]))};
    const bool in_register = is_held(inputs[1]) || is_read_again(inputs[1]);
    const Xbyak::Ymm second{in_register ? int(bring(inputs[1])) : 0};
    const Xbyak::Address memory = word(inputs[1]);
    const Xbyak::Operand& source = in_register ? static_cast<const Xbyak::Operand&>(second)
                                               : static_cast<const Xbyak::Operand&>(memory);
    const Register target = make_room();
    const Xbyak::Ymm out{int(target)};
    switch (table) {
      case 0xc0:
        vpand(out, first, source);
        break;
      case 0x0c:
        vpandn(out, first, source);
        break;
      case 0xfc:
        vpor(out, first, source);
        break;
      default:
        vpxor(out, first, source);
    }
    return target;
  }

  void emit_loop_end(const OperationLoop& loop, const Xbyak::Label& again) override {
    vpxor(ymm0, ymm0, ymm0);
    for (std::uint32_t i = loop.first_feedback; i < loop.end_feedback; ++i) {
      const Feedback& feedback = program().feedback[i];
      vmovdqa(ymm1, word(feedback.value));
      vpxor(ymm2, ymm1, word(feedback.feedback));
      vpor(ymm0, ymm0, ymm2);
      vmovdqa(word(feedback.feedback), ymm1);
    }
    vptest(ymm0, ymm0);
    jnz(again, T_NEAR);
  }
};

std::size_t whole_pages(std::size_t bytes) { return (bytes + page - 1) / page * page; }

std::size_t most_bytes(std::span<const Routine* const> programs) {
  std::size_t bytes = page;
  for (const Routine* program : programs) {
    bytes += program->operations.size() * most_bytes_per_operation +
             program->feedback.size() * most_bytes_per_feedback + page;
  }
  return whole_pages(bytes);
}

std::unique_ptr<Emitter> make_emitter(void* memory, std::size_t size, unsigned lanes) {
  if (lanes == 512) return std::make_unique<Avx512Emitter>(memory, size);
  return std::make_unique<Avx2Emitter>(memory, size);
}

std::vector<NativeFunction> emit_all(Emitter& emitter, std::span<const Routine* const> programs) {
  std::vector<NativeFunction> functions;
  for (const Routine* program : programs) functions.push_back(emitter.emit(*program));
  emitter.ready();
  return functions;
}

}  // namespace

std::unique_ptr<NativeCode> NativeCode::make(std::span<const Routine* const> programs,
                                             unsigned lanes) {
  if (lanes != 256 && lanes != 512) return nullptr;
  const std::size_t size = most_bytes(programs);
  void* const memory =
      mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return nullptr;
  std::unique_ptr<NativeCode> code(new NativeCode(memory, size));
  std::size_t used = 0;
  try {
    const std::unique_ptr<Emitter> emitter = make_emitter(memory, size, lanes);
    code->functions_ = emit_all(*emitter, programs);
    used = whole_pages(emitter->getSize());
  } catch (const Xbyak::Error&) {
    return nullptr;
  }
  if (used < size && munmap(static_cast<char*>(memory) + used, size - used) == 0) {
    code->size_ = used;
  }
  if (mprotect(memory, code->size_, PROT_READ | PROT_EXEC) != 0) return nullptr;
  return code;
}

#else

std::unique_ptr<NativeCode> NativeCode::make(std::span<const Routine* const>, unsigned) {
  return nullptr;
}

#endif

NativeCode::~NativeCode() { munmap(memory_, size_); }

}  // namespace palamedes::machine::swarm
