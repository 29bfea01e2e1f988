import { runScript } from './bootstrap.mjs';

const [script, ...args] = process.argv.slice(2);
if (script === undefined) {
  process.stderr.write('Usage: node tools/run.mjs <script.ts> [arguments]\n');
  process.exit(1);
}
runScript(script, args);
