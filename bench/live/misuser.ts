import { noData, type MisuseData } from './misuse-data.ts';
import { isMisuse, misuses, openAnswers } from './misuses.ts';

/*
 * Misuses the server from a separate process, so that the measured people keep their own:
 * `misuser.ts <name of a misuse> <port> <token> <conversation> <conversation of others> <forbidden port> [data as JSON]`.
 * Runs until it is stopped, then prints how often it got each response.
 */
const [
  ,
  ,
  name = '',
  port = '',
  token = '',
  conversation = '',
  foreign = '',
  trap = '',
  data = '',
] = process.argv;
if (!isMisuse(name)) throw new Error(`no misuse ${name}`);
const answers = openAnswers();
let isOver = false;
process.on('disconnect', () => process.exit());
process.once('message', () => (isOver = true));
process.send?.('begun');
await misuses[name]({
  port: Number(port),
  token,
  conversation,
  foreign,
  trap: Number(trap),
  // misuse.ts writes this JSON.
  data: data === '' ? noData : (JSON.parse(data) as MisuseData),
  answers,
  isOver: () => isOver,
});
process.send?.([...answers.all()], () => process.exit());
