import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Engine } from './tab.ts';

const onPath = (...names: string[]): string | undefined =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((path) => existsSync(path));

/** Returns the small browser that WebKit's driver controls. Distributions install it next to the library. */
const miniBrowser = (): string | undefined =>
  ['/usr/lib', '/usr/libexec', '/usr/lib64', ...readdirIn('/usr/lib')]
    .flatMap((folder) =>
      ['webkit2gtk-4.1', 'webkitgtk-6.0', 'webkit2gtk-4.0'].map((name) =>
        join(folder, name, 'MiniBrowser'),
      ),
    )
    .find((path) => existsSync(path));

const readdirIn = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];

export type EngineName = Engine['name'];

/** How to install the browsers that this machine doesn't have. */
const packages: Record<EngineName, string> = {
  firefox: 'firefox-esr',
  webkit: 'webkit2gtk-driver xvfb',
};

/** Returns the paths of the programs that a browser needs, or undefined if one isn't installed. `FIREFOX_PATH` selects another Firefox. */
const programsOf = (name: EngineName): string[] | undefined => {
  const given = process.env['FIREFOX_PATH'];
  const programs =
    name === 'firefox'
      ? [given !== undefined && existsSync(given) ? given : onPath('firefox-esr', 'firefox')]
      : [onPath('WebKitWebDriver'), miniBrowser(), onPath('Xvfb')];
  return programs.every((one) => one !== undefined) ? programs : undefined;
};

/** Returns the installed browsers, and for each of the others how to install it. */
export const installedEngines = (): { installed: EngineName[]; missing: string[] } => {
  const names: EngineName[] = ['firefox', 'webkit'];
  return {
    installed: names.filter((name) => programsOf(name) !== undefined),
    missing: names
      .filter((name) => programsOf(name) === undefined)
      .map((name) => `${name}: this machine doesn’t have it; apt-get install ${packages[name]}`),
  };
};

export const startEngine = async (name: EngineName): Promise<Engine> => {
  const [program = '', browser = ''] = programsOf(name) ?? [];
  if (program === '') throw new Error(`Install ${name} first: apt-get install ${packages[name]}`);
  if (name === 'firefox') return (await import('./firefox.ts')).startFirefox(program);
  return (await import('./webkit.ts')).startWebKit(program, browser);
};
