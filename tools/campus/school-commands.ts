import { readFile, stat } from 'node:fs/promises';
import type { Command } from 'commander';
import {
  insertHost,
  insertSchool,
  selectHosts,
  selectSchool,
  updateDefaultSchool,
  updateSchool,
} from '#server/features/schools/schools.queries.ts';
import { replaceSchoolPicture } from '#server/features/schools/pictures/operator.ts';
import { encodeSchoolPicture } from '#server/features/schools/pictures/school-picture.ts';
import { PictureError, type PictureFault } from '#server/kernel/files/picture-encoding.ts';
import { pictureUpload } from '#contract/people/picture-crop.ts';
import { schoolPictureKinds, type SchoolPictureKind } from '#contract/schools/pictures.ts';
import {
  isLanguage,
  readSchoolColor,
  readSchoolName,
  schoolNameMax,
} from '#contract/schools/identity.ts';
import { isTimeZone } from '#contract/time-zone.ts';
import { errorCode } from '#postgres/refused.ts';
import type { Pool } from '#server/kernel/database/database.ts';
import type { SchoolId } from '#server/kernel/ids.ts';
import { selectStates, type StateRow } from '#server/features/cells/states/states.queries.ts';
import { addMoveCommands } from './move-commands.ts';
import { findSchool, noSchool, withCampus, type Campus } from './open-campus.ts';
import { CommandError } from './command-errors.ts';

const print = (line: string) => process.stdout.write(`${line}\n`);

interface Options {
  id?: string;
  name?: string;
  color?: string;
  connect?: boolean;
  standaloneMessages?: boolean;
  default?: boolean;
  host?: string[];
  locale?: string;
  timeZone?: string;
  /** A file, or false to remove the picture. */
  logo?: string | false;
  favicon?: string | false;
}

function checkCode(code: string): void {
  if (/^[a-z0-9]([a-z0-9-]{0,40}[a-z0-9])?$/.test(code)) return;
  throw new CommandError(
    'A school code has up to 42 lowercase letters, digits and hyphens, because it is part of the address.',
  );
}

const readColor = (text: string): string => {
  const color = readSchoolColor(text);
  if (color === null)
    throw new CommandError(`${text} is not a color with six hexadecimal digits, such as 9a3324.`);
  return color;
};

const readId = (text: string | undefined): number | null => {
  if (text === undefined) return null;
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new CommandError(`${text} is not a number from 1 to 999999999.`);
  return Number(text);
};

const readHost = (text: string): string => {
  const host = text.toLowerCase().replace(/\.$/, '');
  const isHost =
    host.length <= 253 && /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/.test(host);
  if (!isHost) throw new CommandError(`${text} is not a domain such as campus.example.edu.`);
  return host;
};

const readName = (text: string): string => {
  const name = readSchoolName(text);
  if (name === null)
    throw new CommandError(`A school needs a name of up to ${schoolNameMax} characters.`);
  return name;
};

const readChange = ({ name, color, connect, locale, timeZone, standaloneMessages }: Options) => {
  if (locale !== undefined && !isLanguage(locale)) {
    throw new CommandError(`${locale} is not a language such as en or de-AT.`);
  }
  if (timeZone !== undefined && !isTimeZone(timeZone)) {
    throw new CommandError(`${timeZone} is not a time zone such as Europe/Berlin.`);
  }
  return {
    ...(name !== undefined && { name: readName(name) }),
    ...(color !== undefined && { color: readColor(color) }),
    ...(connect !== undefined && { connect }),
    ...(locale !== undefined && { locale }),
    ...(timeZone !== undefined && { time_zone: timeZone }),
    ...(standaloneMessages !== undefined && { message_standalone: standaloneMessages }),
  };
};

interface GivenPicture {
  readonly kind: SchoolPictureKind;
  /** Null to remove the picture. */
  readonly bytes: Buffer | null;
  readonly path: string;
}

/** Reads the given pictures before anything is written. */
const readPictures = async (options: Options): Promise<GivenPicture[]> => {
  const pictures: GivenPicture[] = [];
  for (const kind of schoolPictureKinds) {
    const path = options[kind];
    if (path === undefined) continue;
    if (path === false) {
      pictures.push({ kind, bytes: null, path: '' });
      continue;
    }
    const tooLarge = new CommandError(`${path} is larger than ${pictureUpload.maxBytes / 1e6} MB.`);
    const unread = (error: unknown) =>
      new CommandError(`${path} cannot be read (${errorCode(error) ?? String(error)}).`);
    const { size } = await stat(path).catch((error: unknown) => Promise.reject(unread(error)));
    if (size > pictureUpload.maxBytes) throw tooLarge;
    pictures.push({
      kind,
      bytes: await readFile(path).catch((error: unknown) => Promise.reject(unread(error))),
      path,
    });
  }
  return pictures;
};

const faults: Record<PictureFault, string> = {
  format: 'is not a JPEG, PNG, WebP, AVIF or GIF',
  heic: 'is HEIC, which is not supported; save it as PNG or JPEG',
  pixels: `has more than ${pictureUpload.maxPixels / 1e6} million pixels`,
  damaged: 'is damaged',
  slow: 'takes too long to read; save a smaller version',
};

/** Encodes and stores pictures, and records the changes in the activity log. */
async function setPictures(
  { pool, files }: Campus,
  school: SchoolId,
  pictures: readonly GivenPicture[],
): Promise<void> {
  for (const { kind, bytes, path } of pictures) {
    const stored =
      bytes === null
        ? null
        : await files.put(
            school,
            await encodeSchoolPicture(kind, bytes).catch((error: unknown) => {
              throw error instanceof PictureError
                ? new CommandError(`${path} ${faults[error.fault]}.`)
                : error;
            }),
            'png',
          );
    await replaceSchoolPicture(pool, school, kind, stored);
  }
}

/**
 * Returns the hosts that a school (null for a new one) doesn't have yet. Checked before anything is written, because a host of another
 * school rejects the whole command.
 */
async function newHosts(
  pool: Pool,
  id: SchoolId | null,
  hosts: readonly string[],
): Promise<string[]> {
  const known = (await selectHosts(pool)).flatMap((one) =>
    one.hosts.map((host) => ({ host, id: one.id })),
  );
  const wanted = [...new Set(hosts)];
  const taken = known.find((one) => wanted.includes(one.host) && one.id !== id);
  if (taken !== undefined)
    throw new CommandError(`${taken.host} is the address of another school.`);
  return wanted.filter((host) => !known.some((one) => one.host === host));
}

const stateWords = (row: StateRow | undefined): string[] => {
  if (row === undefined) return [];
  return [row.movedTo === null ? row.state : `${row.state} to ${row.movedTo}`];
};

const collect = (host: string, before: string[] = []): string[] => [...before, host];

const withOptions = (command: Command): Command =>
  command
    .option('--name <name>', 'its name')
    .option('--color <hex>', 'the color of its bars, six hexadecimal digits')
    .option('--connect', 'people can connect with each other')
    .option('--no-connect', 'people cannot connect with each other')
    .option(
      '--standalone-messages',
      'Message opens chat outside of host pages, too (default for new schools)',
    )
    .option('--no-standalone-messages', 'Message opens chat only in host pages')
    .option('--locale <language>', 'the default language, such as en or de-AT')
    .option('--time-zone <zone>', 'the time zone, such as Europe/Berlin')
    .option('--logo <file>', 'its logo: JPEG, PNG, WebP, AVIF or GIF')
    .option('--no-logo', 'remove the logo')
    .option('--favicon <file>', 'its icon in browser tabs and on home screens, best a square')
    .option('--no-favicon', 'remove the icon')
    .option('--default', 'the default school for addresses without a school')
    .option('--host <domain>', 'a custom domain (can be repeated)', collect);

export function addSchoolCommands(program: Command, signal: AbortSignal): void {
  const school = program
    .command('school')
    .description('add, list and change schools')
    .addHelpText(
      'after',
      '\nExamples:\n  npm run campus -- school list\n  npm run campus -- school add north --name "Northern College" --color 9a3324',
    );

  withOptions(
    school
      .command('add')
      .description('add a school; the first one becomes the default')
      .argument('<code>', 'short name in its address')
      .option('--id <number>', 'its number, if schools move between cells: unique in all cells'),
  )
    .addHelpText(
      'after',
      '\nExample:\n  npm run campus -- school add north --name "Northern College" --color 9a3324 --no-connect --host campus.north.example',
    )
    .action(async (code: string, options: Options) => {
      checkCode(code);
      const given = readId(options.id);
      const change = readChange(options);
      const hosts = (options.host ?? []).map(readHost);
      const pictures = await readPictures(options);
      await withCampus(signal, async (campus) => {
        const { pool } = campus;
        const other = (await selectHosts(pool)).find((one) => one.id === given);
        if (other !== undefined)
          throw new CommandError(`${other.hosts[0]} has the number ${given}; choose another one.`);
        const added = await newHosts(pool, null, hosts);
        const isFirst = !(await selectHosts(pool)).some((one) => one.isDefault);
        const id = await insertSchool(pool, {
          ...(given !== null && { id: given }),
          code,
          name: change.name ?? code,
          ...change,
          messageStandalone: true,
        }).catch((error: unknown) => {
          throw errorCode(error) === '23505'
            ? new CommandError(
                `The school ${code} already exists; change it with: npm run campus -- school set ${code} …`,
              )
            : error;
        });
        await updateSchool(pool, id, change);
        if (options.default === true || isFirst) await updateDefaultSchool(pool, id, code);
        for (const host of added) await insertHost(pool, id, host);
        await setPictures(campus, id, pictures);
        print(`Created the school ${code}.`);
      });
    });

  withOptions(
    school
      .command('set')
      .description('change the given settings of a school')
      .argument('<code>', 'its code'),
  )
    .addHelpText(
      'after',
      '\nExample:\n  npm run campus -- school set north --connect --color 005fbf --logo north.png',
    )
    .action(async (code: string, options: Options) => {
      const change = readChange(options);
      const hosts = (options.host ?? []).map(readHost);
      const pictures = await readPictures(options);
      if (
        Object.keys(change).length === 0 &&
        hosts.length === 0 &&
        pictures.length === 0 &&
        options.default !== true
      ) {
        throw new CommandError(
          'Add the options to change; npm run campus -- school set --help lists them.',
        );
      }
      await withCampus(signal, async (campus) => {
        const { pool } = campus;
        const id = await findSchool(pool, code);
        await setPictures(campus, id, pictures);
        for (const host of await newHosts(pool, id, hosts)) await insertHost(pool, id, host);
        await updateSchool(pool, id, change);
        if (options.default === true) await updateDefaultSchool(pool, id, code);
        print(`Changed the school ${code}.`);
      });
    });

  school
    .command('list')
    .description('list the schools and their addresses')
    .action(async () => {
      await withCampus(signal, async ({ pool }) => {
        const schools = await selectHosts(pool);
        if (schools.length === 0) process.stderr.write(`${noSchool}\n`);
        const states = await selectStates(pool);
        for (const { id, hosts, isDefault } of schools) {
          const row = await selectSchool(pool, id);
          const statuses = [
            `#${row.color}`,
            `connect ${row.connect ? 'on' : 'off'}`,
            ...(isDefault ? ['default'] : []),
            ...stateWords(states.get(id)),
            ...hosts.slice(1),
          ];
          print(`${row.code.padEnd(16)} ${row.name} (${statuses.join(', ')})`);
        }
      });
    });
  addMoveCommands(school, signal);
}
