import { readFile } from 'node:fs/promises';
import { Option, type Command } from 'commander';
import { CountError, type Contest } from '#server/features/elections/count/contest.ts';
import { countIrv } from '#server/features/elections/count/irv.ts';
import { countScottishStv } from '#server/features/elections/count/scottish-stv.ts';
import { CommandError } from './command-errors.ts';
import { readContestFile, type FileContest } from './election/contest-file.ts';
import { verifyBallotFile } from './election/verify.ts';

const methods = {
  'scottish-stv': (contest: Contest) => ({ stv: countScottishStv(contest) }),
  irv: (contest: Contest) => ({ irv: countIrv(contest) }),
} as const;

const countFor = (method: keyof typeof methods, read: FileContest) => {
  const { id } = read;
  if ('error' in read) return { id, error: read.error };
  try {
    return { id, expect: methods[method](read.contest) };
  } catch (error) {
    if (error instanceof CountError) return { id, error: error.code };
    throw error;
  }
};

/** Scripts read the output, so the exit code reports problems that are part of it. */
const print = (result: unknown, isOk: boolean): void => {
  process.stdout.write(`${JSON.stringify(result)}\n`);
  if (!isOk) process.exitCode = 1;
};

export function addElectionCommands(program: Command): void {
  const election = program
    .command('election')
    .description('verify and count elections; needs no database');
  election
    .command('verify')
    .description(
      'verify a published file of ballots and count it with separate code; print problems as JSON, with exit code 1',
    )
    .argument('<file>', 'a file of ballots')
    .option('--key <key>', 'the school’s public key; by default the key in the file')
    .addHelpText(
      'after',
      '\nCompare the key with the one at https://<school>/.well-known/did.json: anyone can sign a file with a key of their own.\n\nExample:\n  npm run campus -- election verify ballots.ndjson --key 11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
    )
    .action(async (path: string, { key }: { key?: string }) => {
      const file = await readFile(path).catch((error: unknown) => {
        throw new CommandError(`${path} does not exist or can’t be read.`, { cause: error });
      });
      const verification = verifyBallotFile(file, key);
      print(verification, verification.ok);
    });
  election
    .command('count')
    .description('count ranked ballots from a file and print the count as JSON')
    .argument('<file>', 'JSON or BLT, possibly compressed with gzip')
    .addOption(
      new Option('--method <method>', 'the method of counting')
        .choices(Object.keys(methods))
        .makeOptionMandatory(),
    )
    .addHelpText(
      'after',
      '\nJSON files contain one contest or a list: { "id", "n", "seats", "ballots": [[papers, [candidate…]]…], "lots", "withdrawn" }. Without "lots", ties are decided in ballot order.\n\nExample:\n  npm run campus -- election count council.blt --method scottish-stv',
    )
    .action(async (path: string, { method }: { method: keyof typeof methods }) => {
      const { isList, contests } = await readContestFile(path);
      const results = contests.map((contest) => countFor(method, contest));
      const isOk = results.every((result) => !('error' in result));
      print(isList || isOk ? results : results[0], isOk);
    });
}
