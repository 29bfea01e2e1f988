import { createElement, type SVGProps } from 'react';

interface IconData {
  readonly node: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[];
}

interface IconProps extends SVGProps<SVGSVGElement> {
  size?: number | string;
}

/**
 * Stands in for lucide's own `createLucideIcon` (vite.config.ts), which draws each icon by two parts, a context and a walk over
 * options that nobody here uses; a page of the directory has a hundred icons. What is seen is the same.
 */
export const createIcon =
  ({ node }: IconData) =>
  ({ size = 24, ...native }: IconProps) =>
    createElement(
      'svg',
      {
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        // Text stands beside it, unless it says something itself.
        ...(native['aria-label'] === undefined
          ? { 'aria-hidden': native.role === undefined }
          : { role: 'img' }),
        ...native,
      },
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
    );
