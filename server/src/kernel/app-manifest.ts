import type { FastifyInstance } from 'fastify';
import { schoolOf } from './admit.ts';
import { drawIcon, iconSides, type IconSide } from './app-icon.ts';
import { keepSome } from './keep-some.ts';
import type { Parts } from './serve.ts';

/** Icons that are remembered: one of each colour and size. */
const iconsKept = 200;

/**
 * `/manifest.webmanifest` and `/icon-{side}.png`: the campus as an app on a home screen, with the school's name and colour
 * (https://www.w3.org/TR/appmanifest/). Phones of Apple let a page push only once it stands there.
 */
export const serveAppManifest = (http: FastifyInstance, parts: Parts): void => {
  const icons = new Map<string, Promise<Buffer>>();
  const iconOf = (color: string, side: IconSide): Promise<Buffer> => {
    const key = `${color} ${side}`;
    const drawn = icons.get(key) ?? drawIcon(color, side);
    if (!icons.has(key)) keepSome(icons, key, drawn, iconsKept);
    return drawn;
  };
  http.get('/manifest.webmanifest', { config: { isOpen: true } }, async (request, reply) => {
    const { name, color, locale } = await schoolOf(request, { ...parts, now: parts.clock.now() });
    return reply
      .header('Cache-Control', 'public, max-age=3600')
      .type('application/manifest+json')
      .send(
        JSON.stringify({
          id: '/',
          name,
          short_name: name,
          lang: locale,
          start_url: '/',
          scope: '/',
          display: 'standalone',
          background_color: '#ffffff',
          theme_color: `#${color.replace('#', '')}`,
          icons: iconSides.map((side) => ({
            src: `/icon-${side}.png`,
            sizes: `${side}x${side}`,
            type: 'image/png',
            purpose: 'any maskable',
          })),
        }),
      );
  });
  for (const side of iconSides)
    http.get(`/icon-${side}.png`, { config: { isOpen: true } }, async (request, reply) => {
      const { color } = await schoolOf(request, { ...parts, now: parts.clock.now() });
      return reply
        .header('Cache-Control', 'public, max-age=86400')
        .type('image/png')
        .send(await iconOf(color, side));
    });
};
