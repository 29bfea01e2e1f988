import type { Scope } from '../../../kernel/context.ts';

/** Where file addresses are signed. */
export type Signer = Pick<Scope, 'tokens' | 'clock' | 'school'>;

/** Which file of which conversation, whole or small. Conversation 0: the file is in no message yet, and its owner alone is told. */
export interface FilePlace {
  readonly conversation: number;
  readonly file: number;
  readonly form: 'whole' | 'small';
}

/** Where files answer. */
export const chatFilePath = '/files/chat/:conversation/:file/:form';

const dayMs = 86_400_000;

/** The last day on which an address made now is good: it stays the same for a day, so that a browser keeps what it loaded. */
const lastDay = (now: Date): number => Math.floor(now.getTime() / dayMs) + 1;

const about = (school: number, { conversation, file, form }: FilePlace, day: number): string =>
  `chat:${school}:${conversation}:${file}:${form}:${day}`;

/**
 * Address of a file. It is told to those who are in the conversation, and nobody can make one: it is signed for school,
 * conversation, file and day. It opens nothing once the message has let go of the file.
 */
export const chatFileUrl = ({ tokens, clock, school }: Signer, place: FilePlace): string => {
  const day = lastDay(clock.now());
  const mark = tokens.addressMark(about(school.school_id, place, day));
  return `/files/chat/${place.conversation}/${place.file}/${place.form}?until=${day}&mark=${mark}`;
};

/** Whether an address is one of ours that is still good. */
export const isGoodAddress = (
  { tokens, clock }: Pick<Scope, 'tokens' | 'clock'>,
  school: number,
  place: FilePlace,
  { until, mark }: { until: string; mark: string },
): boolean => {
  const day = Number(until);
  return (
    /^\d{1,7}$/.test(until) &&
    day >= lastDay(clock.now()) - 1 &&
    tokens.isAddressMark(about(school, place, day), mark)
  );
};
