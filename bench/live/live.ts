import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { writeFigures } from '../figures.ts';
import { growthTable } from './growth.ts';
import { listTable } from './list.ts';
import { misuseTable } from './misuse.ts';
import { peerTable } from './peer.ts';
import { replayTable } from './replay.ts';
import { endedTable } from './ended.ts';
import { scrollTable } from './scroll.ts';
import { floodTable, idleTable, pacedTable, roomTable } from './sending.ts';
import { openBeside, openStage } from './stage.ts';

/*
 * `npm run bench -- live [--seconds 8] [--idle 5000] [--data ../shared/data] [--only word [--write]]`: measures chat and notifications
 * and comparable servers in turn, on this machine with the same PostgreSQL. `--only` names one part. Each part has a file
 * in bench/results/, which is written when all parts run or with `--write`. `--data`: folder with the trace that `replay` sends,
 * relative to this project; `--first`: number of its messages to send; `--clock`: speed as a multiple of the original.
 * `--messages`: number of stored messages for `growth`; `--keep FOLDER`: keeps that database there and reuses it. `--attack`: the
 * cases of `misuse` whose names match.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '8' },
    idle: { type: 'string', default: '5000' },
    data: { type: 'string', default: '../shared/data' },
    first: { type: 'string', default: 'Infinity' },
    clock: { type: 'string' },
    messages: { type: 'string', default: '10000000' },
    keep: { type: 'string' },
    only: { type: 'string', default: '.' },
    attack: { type: 'string', default: '.' },
    write: { type: 'boolean', default: false },
  },
});
const seconds = Number(values.seconds);
const clock = values.clock === undefined ? null : Number(values.clock);
const idleCount = Number(values.idle);
const only = new RegExp(`^(${values.only})`);
const chatters = Math.max(2_000, idleCount);
const writes = values.write || values.only === '.';

/** Runs a part if it is selected, and writes its lines. */
const run = async (
  word: string,
  title: string,
  part: () => Promise<string[] | null>,
): Promise<void> => {
  if (!only.test(word)) return;
  const said = await part();
  if (said === null) return void process.stdout.write(`${word}: its data is missing\n`);
  process.stdout.write(`${said.join('\n')}\n`);
  if (writes) {
    const asked = word === 'replay' && clock !== null ? ` --clock ${clock}` : '';
    await writeFigures(
      `live-${word}`,
      `Live: ${title}`,
      said,
      `npm run bench -- live --only ${word}${asked}`,
    );
  }
};
const baseline = `A school of ${(chatters + 1_000).toLocaleString('en')} people. The baseline is a minimal server (node:http POST, one INSERT, \`ws\` push) without sessions, checks and sequence numbers. Both use the same PostgreSQL and are measured alternately, with the load generator on the same machine.`;
const besideFloor = async (table: Promise<string[]>): Promise<string[]> => [
  baseline,
  '',
  ...(await table),
];

// Idle sockets run first, because memory that other parts leave in a process would hide their use.
if (
  ['idle', 'paced', 'flood', 'room', 'list', 'misuse', 'ejabberd', 'ended'].some((word) =>
    only.test(word),
  )
) {
  const stage = await openStage({ size: chatters + 1_000, chatters });
  try {
    const beside = await openBeside(stage);
    await run('idle', 'idle sockets', () => besideFloor(idleTable(beside, idleCount)));
    await run('paced', 'sent to received', () => besideFloor(pacedTable(beside, seconds)));
    await run('flood', 'highest rate', () => besideFloor(floodTable(beside, seconds)));
    await run('room', 'a large room', () => besideFloor(roomTable(beside, seconds)));
    await run('list', 'list of notifications', () => listTable(beside, seconds));
    await run('ejabberd', 'beside ejabberd', () => peerTable(beside, seconds));
    await run('misuse', 'misuse by one, and the others', () =>
      misuseTable(beside, seconds, new RegExp(values.attack)),
    );
    // This part runs last, because the other parts can't use people after it has signed them out.
    await run('ended', 'sockets of people who lose access', () => endedTable(beside));
  } finally {
    await stage.stop();
  }
}
const data = resolve(import.meta.dirname, '../..', values.data);
await run('replay', 'half a year of a campus', () =>
  replayTable(data, { first: Number(values.first), clock }),
);
await run('scroll', 'a long conversation on the screen', () => scrollTable(data));
await run('growth', 'cost by what is stored', () =>
  growthTable(data, { messages: Number(values.messages), seconds, keep: values.keep }),
);
