import type { Command } from 'commander';
import {
  insertHost,
  insertSchool,
  selectHosts,
  selectSchool,
  updateDefaultSchool,
  updateSchool,
} from '#server/features/schools/schools.queries.ts';
import { profileLimits } from '#contract/people.ts';
import { errorCode } from '#postgres/refused.ts';
import type { Pool } from '#server/kernel/database.ts';
import type { SchoolId } from '#server/kernel/ids.ts';
import { findSchool, noSchool, withCampus } from './open-campus.ts';
import { CommandRefused } from './refusals.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

interface Options {
  name?: string;
  color?: string;
  connect?: boolean;
  default?: boolean;
  host?: string[];
  locale?: string;
}

function checkCode(code: string): void {
  if (/^[a-z0-9]([a-z0-9-]{0,40}[a-z0-9])?$/.test(code)) return;
  throw new CommandRefused('A school code has up to 42 small letters, digits and hyphens, because it is part of the address.');
}

const readColor = (text: string): string => {
  const color = text.replace(/^#/, '').toLowerCase();
  if (!/^[0-9a-f]{6}$/.test(color)) throw new CommandRefused(`${text} is not a colour of six hexadecimal digits, such as 9a3324.`);
  return color;
};

const readHost = (text: string): string => {
  const host = text.toLowerCase().replace(/\.$/, '');
  const isHost = host.length <= 253 && /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/.test(host);
  if (!isHost) throw new CommandRefused(`${text} is not a domain such as campus.example.edu.`);
  return host;
};

const readName = (text: string): string => {
  const name = text.replace(/\s+/gu, ' ').trim();
  const isName = name !== '' && name.length <= profileLimits.line && !/\p{Cc}/u.test(name);
  if (!isName) throw new CommandRefused(`A school needs a name of up to ${profileLimits.line} characters.`);
  return name;
};

const readChange = ({ name, color, connect, locale }: Options) => {
  if (locale !== undefined && !/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(locale)) {
    throw new CommandRefused(`${locale} is not a language such as en or de-AT.`);
  }
  return {
    ...(name !== undefined && { name: readName(name) }),
    ...(color !== undefined && { color: readColor(color) }),
    ...(connect !== undefined && { connect }),
    ...(locale !== undefined && { locale }),
  };
};

/** The hosts a school (null: one to be made) does not have yet. Asked before anything is written: a host of another school refuses all. */
async function newHosts(pool: Pool, id: SchoolId | null, hosts: readonly string[]): Promise<string[]> {
  const known = (await selectHosts(pool)).flatMap((one) => one.hosts.map((host) => ({ host, id: one.id })));
  const wanted = [...new Set(hosts)];
  const taken = known.find((one) => wanted.includes(one.host) && one.id !== id);
  if (taken !== undefined) throw new CommandRefused(`${taken.host} is the address of another school.`);
  return wanted.filter((host) => !known.some((one) => one.host === host));
}

const collect = (host: string, before: string[] = []): string[] => [...before, host];

const withOptions = (command: Command): Command =>
  command
    .option('--name <name>', 'the name people read')
    .option('--color <hex>', 'the colour of its bars, six hexadecimal digits')
    .option('--connect', 'people can connect with each other')
    .option('--no-connect', 'people cannot connect with each other')
    .option('--locale <language>', 'the language of people who have chosen none, such as en or de-AT')
    .option('--default', 'answers where no school is named in the address')
    .option('--host <domain>', 'a domain of its own (can be repeated)', collect);

export function addSchoolCommands(program: Command, signal: AbortSignal): void {
  const school = program
    .command('school')
    .description('add, list and change schools')
    .addHelpText(
      'after',
      '\nExamples:\n  npm run campus -- school list\n  npm run campus -- school add north --name "Northern College" --color 9a3324',
    );

  withOptions(
    school.command('add').description('add a school; the first one becomes the default').argument('<code>', 'short name in its address'),
  )
    .addHelpText(
      'after',
      '\nExample:\n  npm run campus -- school add north --name "Northern College" --color 9a3324 --no-connect --host campus.north.example',
    )
    .action(async (code: string, options: Options) => {
      checkCode(code);
      const change = readChange(options);
      const hosts = (options.host ?? []).map(readHost);
      await withCampus(signal, async ({ pool }) => {
        const added = await newHosts(pool, null, hosts);
        const isFirst = !(await selectHosts(pool)).some((one) => one.isDefault);
        const id = await insertSchool(pool, { code, name: change.name ?? code, ...change }).catch((error: unknown) => {
          throw errorCode(error) === '23505'
            ? new CommandRefused(`There is a school ${code} already; change it with: npm run campus -- school set ${code} …`)
            : error;
        });
        await updateSchool(pool, id, change);
        if (options.default === true || isFirst) await updateDefaultSchool(pool, id, code);
        for (const host of added) await insertHost(pool, id, host);
        say(`The school ${code} is there.`);
      });
    });

  withOptions(school.command('set').description('change a school; only what is given').argument('<code>', 'its code'))
    .addHelpText('after', '\nExample:\n  npm run campus -- school set north --connect --color 005fbf')
    .action(async (code: string, options: Options) => {
      const change = readChange(options);
      const hosts = (options.host ?? []).map(readHost);
      if (Object.keys(change).length === 0 && hosts.length === 0 && options.default !== true) {
        throw new CommandRefused('Say what to change; npm run campus -- school set --help lists it.');
      }
      await withCampus(signal, async ({ pool }) => {
        const id = await findSchool(pool, code);
        for (const host of await newHosts(pool, id, hosts)) await insertHost(pool, id, host);
        await updateSchool(pool, id, change);
        if (options.default === true) await updateDefaultSchool(pool, id, code);
        say(`The school ${code} is changed.`);
      });
    });

  school
    .command('list')
    .description('list the schools and their addresses')
    .action(async () => {
      await withCampus(signal, async ({ pool }) => {
        const schools = await selectHosts(pool);
        if (schools.length === 0) process.stderr.write(`${noSchool}\n`);
        for (const { id, hosts, isDefault } of schools) {
          const row = await selectSchool(pool, id);
          const marks = [`#${row.color}`, `connect ${row.connect ? 'on' : 'off'}`, ...(isDefault ? ['default'] : []), ...hosts.slice(1)];
          say(`${row.code.padEnd(16)} ${row.name} (${marks.join(', ')})`);
        }
      });
    });
}
