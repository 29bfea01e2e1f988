import type { FastifyInstance } from 'fastify';
import { schoolOf } from '../security/authenticate.ts';
import { buffer } from 'node:stream/consumers';
import { drawIcon, iconSides, type IconSide } from './app-icon.ts';
import { encodeHomeIcon } from '../files/picture-encoding.ts';
import { setBounded } from '../bounded-map.ts';
import type { SchoolRow } from '../context.ts';
import type { Parts } from './serve.ts';

/** Maximum cached icons, one per color and size. */
const iconsCached = 200;

/**
 * `/manifest.webmanifest` and `/icon-{side}.png`: the school's app for home screens, with its name and favicon, or a logo in its color
 * (https://www.w3.org/TR/appmanifest/). iPhones allow push notifications only for apps on the home screen.
 */
export const serveAppManifest = (http: FastifyInstance, parts: Parts): void => {
  const icons = new Map<string, Promise<Buffer>>();
  const ownIcon = async (school: SchoolRow, favicon: string, side: IconSide): Promise<Buffer> => {
    const file = await parts.files.get(school.school_id, favicon);
    return file === null
      ? drawIcon(school.color, side)
      : encodeHomeIcon(await buffer(file.stream), side);
  };
  const iconOf = (school: SchoolRow, side: IconSide): Promise<Buffer> => {
    const { favicon, color } = school;
    // File names are unguessable and their content never changes, so no two schools share one.
    const key = `${favicon ?? color} ${side}`;
    const known = icons.get(key);
    if (known !== undefined) return known;
    const drawn = favicon === null ? drawIcon(color, side) : ownIcon(school, favicon, side);
    setBounded(icons, key, drawn, iconsCached);
    // Don't cache a failure.
    drawn.catch(() => icons.delete(key));
    return drawn;
  };
  http.get('/manifest.webmanifest', { config: { isOpen: true } }, async (request, reply) => {
    const { name, color, locale, favicon } = await schoolOf(request, {
      ...parts,
      now: parts.clock.now(),
    });
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
            // The address changes with the favicon or color, because browsers cache icons for a day.
            src: `/icon-${side}.png?v=${favicon === null ? color.replace('#', '') : favicon.slice(0, 8)}`,
            sizes: `${side}x${side}`,
            type: 'image/png',
            purpose: 'any maskable',
          })),
        }),
      );
  });
  for (const side of iconSides)
    http.get(`/icon-${side}.png`, { config: { isOpen: true } }, async (request, reply) => {
      const school = await schoolOf(request, { ...parts, now: parts.clock.now() });
      return reply
        .header('Cache-Control', 'public, max-age=86400')
        .type('image/png')
        .send(await iconOf(school, side));
    });
};
