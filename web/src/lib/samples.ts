// What the editor begins with for who has no rules at hand: small, whole and easy to change.

export const sampleRules = `; Race to ten: the players take turns and add one or two. Who reaches ten wins.

(role first)
(role second)

(init (total 0))
(init (control first))

(<= (legal ?player (add 1))
    (true (control ?player)))
(<= (legal ?player (add 2))
    (true (control ?player)))
(<= (legal first wait)
    (true (control second)))
(<= (legal second wait)
    (true (control first)))

(<= (next (total ?new))
    (does ?player (add 1))
    (true (total ?old))
    (succ ?old ?new))
(<= (next (total ?new))
    (does ?player (add 2))
    (true (total ?old))
    (succ ?old ?middle)
    (succ ?middle ?new))

(<= (next (control second))
    (true (control first)))
(<= (next (control first))
    (true (control second)))

(<= terminal
    (true (total 10)))
(<= terminal
    (true (total 11)))

; Who has just moved wins: the other one is in control.
(<= (goal first 100)
    (true (control second)))
(<= (goal first 0)
    (true (control first)))
(<= (goal second 100)
    (true (control first)))
(<= (goal second 0)
    (true (control second)))

(succ 0 1)
(succ 1 2)
(succ 2 3)
(succ 3 4)
(succ 4 5)
(succ 5 6)
(succ 6 7)
(succ 7 8)
(succ 8 9)
(succ 9 10)
(succ 10 11)
`;
