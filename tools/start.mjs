import { runScript } from './bootstrap.mjs';

runScript('tools/start.ts', process.argv.slice(2));
