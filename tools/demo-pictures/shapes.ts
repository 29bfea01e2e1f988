import { icons } from 'lucide-react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

/* SVG shapes of the drawings. */

const componentOf = (name: string) => {
  const pascal = name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
  const icon = icons[pascal as keyof typeof icons];
  if (icon === undefined) throw new Error(`lucide has no icon "${name}"`);
  return icon;
};

interface Placed {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly color: string;
  readonly width?: number;
  readonly turn?: number;
  readonly opacity?: number;
}

/** An icon around a point. */
export const iconAt = (
  name: string,
  { x, y, size, color, width = 2, turn = 0, opacity = 1 }: Placed,
) =>
  `<g transform="translate(${x} ${y}) rotate(${turn}) translate(${-size / 2} ${-size / 2})" opacity="${opacity}">${renderToStaticMarkup(
    createElement(componentOf(name), { size, color, strokeWidth: width }),
  )}</g>`;

export const svg = (width: number, height: number, content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>`;

export const rect = (x: number, y: number, w: number, h: number, color: string) =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${color}"/>`;
export const circle = (x: number, y: number, r: number, color: string, opacity = 1) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${color}" opacity="${opacity}"/>`;
export const ring = (x: number, y: number, r: number, color: string, width: number, opacity = 1) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="none" stroke="${color}" stroke-width="${width}" opacity="${opacity}"/>`;
export const path = (d: string, color: string, opacity = 1) =>
  `<path d="${d}" fill="${color}" opacity="${opacity}"/>`;

export const times = (n: number, draw: (nth: number) => string) =>
  Array.from({ length: n }, (_, nth) => draw(nth)).join('');
