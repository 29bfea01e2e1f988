import { existsSync } from 'node:fs';
import { join } from 'node:path';

/* `npm run bench -- <name> …` runs bench/<name>/<name>.ts with the arguments. Each writes its table to bench/results/. */
const [name = '', ...rest] = process.argv.slice(2);
const path = join(import.meta.dirname, name, `${name}.ts`);
if (!/^[a-z]+$/.test(name) || !existsSync(path)) {
  process.stderr.write(
    'Usage: npm run bench -- people [--sizes 10k,100k,1m]\n       npm run bench -- web [--school FOLDER]\n       npm run bench -- faults [--kills 50]\n       npm run bench -- schools [--counts 1,10,100] [--people 2k]\n       npm run bench -- live [--seconds 8] [--only idle|paced|flood|room|list|ejabberd|ended|misuse|replay|scroll|growth]\n       npm run bench -- suggestions <folder of a friendship network>\n       npm run bench -- peers [--size 20k]\n       npm run bench -- clubs [--people 100k] [--posts 10k,100k,1m] [--keep FOLDER] [--only NAME]\n       npm run bench -- events [--people 100k] [--events 1k,10k,50k,100k] [--at 50k]\n       npm run bench -- studies [--students 10k] [--charges 1m]\n       npm run bench -- office [--voters 10k] [--postings 10k,100k,1m] [--parts votes,kills,stock,tree]\n       npm run bench -- outbox [--events 20k] [--schools 1] [--runs 5]\n       npm run bench -- builds CHECKOUT [--runs 5] -- BENCH …\n',
  );
  process.exitCode = 1;
} else {
  process.argv = [process.argv[0] ?? '', path, ...rest];
  await import(path);
}
