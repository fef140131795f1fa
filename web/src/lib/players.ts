// Who plays, with only what matters for it.

import type { Player } from '../api/types';

export function plainPlayer(player: Player): Player {
  if (player.kind !== 'agent') return { kind: player.kind };
  const plain: Player = { kind: 'agent', agent: player.agent ?? 'palamedes', seconds: player.seconds ?? 2 };
  if (player.simulations) plain.simulations = player.simulations;
  return plain;
}
