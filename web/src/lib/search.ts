// Which games a visitor looks for.

import type { GameInfo, Games, VideoGameInfo } from '../api/types';

function rank(words: string[], name: string, title: string, text: string): number {
  const head = `${title} ${name.replace(/_/g, ' ')}`.toLowerCase();
  const all = `${head} ${text}`.toLowerCase();
  if (!words.every((word) => all.includes(word))) return -1;
  if (words.length === 0) return 0;
  if (words.every((word) => head.split(/\s+/).some((part) => part.startsWith(word)))) return 2;
  return words.every((word) => head.includes(word)) ? 1 : 0;
}

function order<T>(entries: T[], rankOf: (entry: T) => number): T[] {
  return entries
    .map((entry, at) => ({ entry, at, rank: rankOf(entry) }))
    .filter((one) => one.rank >= 0)
    .sort((a, b) => b.rank - a.rank || a.at - b.at)
    .map((one) => one.entry);
}

export function searchGames(games: Games, query: string, players: string): { board: GameInfo[]; video: VideoGameInfo[] } {
  const words = query.toLowerCase().split(/\s+/).filter((word) => word !== '');
  const fits = (game: GameInfo) => {
    if (players === 'any') return true;
    if (players === 'simultaneous') return /simul/i.test(game.play);
    if (players === 'more') return (game.players ?? 0) > 2;
    return players !== 'video' && game.players === Number(players);
  };
  const board = order(games.games.filter(fits), (game) => rank(words, game.name, game.title, game.description));
  const video = players === 'any' || players === 'video' || players === '1'
    ? order(games.video_games, (game) => rank(words, game.name, game.title, game.description))
    : [];
  return { board, video };
}
