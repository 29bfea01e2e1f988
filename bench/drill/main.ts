/** `npm run drill -- kill|rolling|pitr|move`: runs a drill, with its own options after the name. */
const drills = ['kill', 'rolling', 'pitr', 'move'];
const [name = '', ...rest] = process.argv.slice(2);
if (drills.includes(name)) {
  process.argv = [process.argv[0] ?? '', process.argv[1] ?? '', ...rest];
  await import(`./${name}.ts`);
} else {
  process.stderr.write(`Usage: npm run drill -- ${drills.join('|')} [--write]\n`);
  process.exitCode = 2;
}
