// A frame of a video game on a canvas: coloured shapes by category, or images that were given.

import type { Frame, Sprite, SpriteType, VideoState } from '../api/types';

function shade(colour: string, by: number): string {
  const value = /^#([0-9a-f]{6})$/i.exec(colour);
  if (!value) return colour;
  const number = parseInt(value[1]!, 16);
  const part = (shift: number) => {
    const old = (number >> shift) & 255;
    return Math.round(by < 0 ? old * (1 + by) : old + (255 - old) * by);
  };
  return `rgb(${part(16)} ${part(8)} ${part(0)})`;
}

function drawSprite(
  context: CanvasRenderingContext2D, sprite: Sprite, type: SpriteType, scale: number, block: number,
  image: CanvasImageSource | undefined,
): void {
  const [, x = 0, y = 0, dx = 0, dy = 0] = sprite;
  const size = (type.width || block) * scale;
  const left = x * scale;
  const top = y * scale;
  if (image) {
    context.drawImage(image, left, top, size, size);
    return;
  }
  context.fillStyle = type.color;
  context.strokeStyle = shade(type.color, -0.45);
  context.lineWidth = Math.max(1, size * 0.06);
  const inner = size * 0.12;
  const middleX = left + size / 2;
  const middleY = top + size / 2;
  context.beginPath();
  switch (type.category) {
    case 'wall':
      context.fillRect(left, top, size + 0.5, size + 0.5);
      return;
    case 'fixed':
      context.fillRect(left, top, size, size);
      context.strokeStyle = 'rgb(0 0 0 / 14%)';
      context.lineWidth = 1;
      context.strokeRect(left + 0.5, top + 0.5, size - 1, size - 1);
      return;
    case 'resource':
      context.moveTo(middleX, top + inner);
      context.lineTo(left + size - inner, middleY);
      context.lineTo(middleX, top + size - inner);
      context.lineTo(left + inner, middleY);
      context.closePath();
      break;
    case 'portal':
      context.arc(middleX, middleY, size * 0.36, 0, 2 * Math.PI);
      context.fill();
      context.beginPath();
      context.arc(middleX, middleY, size * 0.18, 0, 2 * Math.PI);
      context.fillStyle = shade(type.color, -0.5);
      context.fill();
      return;
    case 'npc':
      context.arc(middleX, middleY, size * 0.4, 0, 2 * Math.PI);
      break;
    case 'from_avatar':
      context.arc(middleX, middleY, size * 0.26, 0, 2 * Math.PI);
      break;
    default:
      context.roundRect(left + inner, top + inner, size - 2 * inner, size - 2 * inner, size * 0.16);
  }
  context.fill();
  context.stroke();
  if (type.avatar) {
    // A face that looks where it goes.
    context.fillStyle = shade(type.color, 0.85);
    context.beginPath();
    const eye = size * 0.17;
    context.arc(middleX + dx * size * 0.16, middleY + dy * size * 0.16, eye, 0, 2 * Math.PI);
    context.fill();
    context.fillStyle = '#15181a';
    context.beginPath();
    context.arc(middleX + dx * size * 0.22, middleY + dy * size * 0.22, eye * 0.5, 0, 2 * Math.PI);
    context.fill();
  }
}

export function drawFrame(
  canvas: HTMLCanvasElement, video: VideoState, frame: Frame, images: Map<string, CanvasImageSource>,
): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const scale = canvas.width / (video.columns * video.block);
  context.fillStyle = '#20262b';
  context.fillRect(0, 0, canvas.width, canvas.height);
  const draw = (sprite: Sprite) => {
    const type = video.types[sprite[0] ?? -1];
    if (type) drawSprite(context, sprite, type, scale, video.block, images.get(type.name));
  };
  video.fixed.forEach(draw);
  frame.sprites.forEach(draw);
}

// The sprites that a file is an image of: it has the name of the sprite, or that of its image in the
// rules.
export function spritesOfImage(fileName: string, types: SpriteType[]): string[] {
  const name = fileName.replace(/\.[^.]*$/, '').toLowerCase();
  const imageOf = (type: SpriteType) => type.image.replace(/^.*\//, '').replace(/\.\w+$/, '').toLowerCase();
  if (name === '') return [];
  const own = types.filter((type) => type.name.toLowerCase() === name);
  return (own.length > 0 ? own : types.filter((type) => imageOf(type) === name)).map((type) => type.name);
}

// What the picture shows, in words.
export function describeFrame(video: VideoState, frame: Frame): string {
  const counts = new Map<string, number>();
  for (const sprite of frame.sprites) {
    const type = video.types[sprite[0] ?? -1];
    if (type && !type.avatar) counts.set(type.name, (counts.get(type.name) ?? 0) + 1);
  }
  const avatar = frame.avatar === null ? undefined : frame.sprites[frame.avatar];
  const place = avatar
    ? `You are in column ${Math.round((avatar[1] ?? 0) / video.block) + 1}, row ${Math.round((avatar[2] ?? 0) / video.block) + 1} of ${video.columns} by ${video.rows}. `
    : '';
  const others = [...counts].map(([name, count]) => `${count} ${name}`).join(', ');
  return `${place}There are: ${others || 'no other sprites'}.`;
}
