import { noGround, type Ground } from './misuse-ground.ts';
import { isMisuse, misuses, openAnswers } from './misuses.ts';

/*
 * Somebody who misuses the server, in a process of their own so that those who are measured have theirs:
 * `misuser.ts <name of a misuse> <port> <token> <conversation> <conversation of others> <port that nobody may reach> [ground as JSON]`. Goes on until it is told to stop,
 * and says then how often it was answered what.
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
  ground = '',
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
  ground: ground === '' ? noGround : (JSON.parse(ground) as Ground),
  answers,
  isOver: () => isOver,
});
process.send?.([...answers.all()], () => process.exit());
