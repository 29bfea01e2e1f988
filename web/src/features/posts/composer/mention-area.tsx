import { useRef, type ComponentProps, type RefObject } from 'react';
import type { Post } from '#contract/posts/endpoints.ts';
import type { Face } from '#contract/people/endpoints.ts';
import { listClubs } from '#contract/clubs/calls.ts';
import { userAll } from '#contract/people/calls.ts';
import { call } from '../../../lib/call.ts';
import { TextArea } from '../../../ui/text-field.tsx';
import { MentionList, useMentions } from '../../formatted-text/mention-list.tsx';
import { toSent, toWritten, type ChosenMentions } from '../../formatted-text/mentions.ts';

/** Text being written: it shows names, and stores the people and clubs that they mention. */
export interface Written {
  readonly text: string;
  readonly chosen: ChosenMentions;
}

export const emptyText: Written = { text: '', chosen: new Map() };

/** Returns the text to send. */
export const sentOf = ({ text, chosen }: Written): string => toSent(text.trim(), chosen);

type TextOfPost = Pick<Post, 'text' | 'mentions' | 'clubMentions'>;

/** Returns the people and clubs mentioned in a text, by their ID in the text. */
export const namedIn = ({ mentions, clubMentions }: Omit<TextOfPost, 'text'>): Map<string, Face> =>
  new Map([
    ...mentions.map((person) => [person.uid, person] as const),
    ...clubMentions.map(({ id, name }) => {
      const uid = `club:${id}`;
      return [uid, { uid, firstName: name, lastName: '', photoUrl: null }] as const;
    }),
  ]);

/** Returns existing text for editing, with names instead of IDs. */
export const writtenOf = (post: TextOfPost): Written => toWritten(post.text, namedIn(post));

/** People and clubs whose names start with the text after an @. */
const findNamed = (words: string) => ({
  queryKey: ['posts', 'named', words] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<readonly Face[]> => {
    if (words.trim().length < 2) return [];
    const [people, clubs] = await Promise.all([
      call(userAll, { search_word: words, range: '0', limit: '4' }, signal),
      call(
        listClubs,
        {
          filters: JSON.stringify({ Search: words }),
          optionalProperties: JSON.stringify(['Logo']),
          pageSize: 3,
        },
        signal,
      ),
    ]);
    return [
      ...people.items.slice(0, 4),
      ...clubs.items.map(({ id, name, Logo }) => ({
        uid: `club:${id}`,
        firstName: name,
        lastName: '',
        photoUrl: Logo ?? null,
      })),
    ];
  },
});

interface MentionAreaProps extends Omit<
  ComponentProps<typeof TextArea>,
  'value' | 'onChange' | 'ref'
> {
  value: Written;
  onChange: (written: Written) => void;
  field?: RefObject<HTMLTextAreaElement | null>;
}

/** A text field that suggests people and clubs after an @. */
export function MentionArea({ value, onChange, field, onKeyDown, ...rest }: MentionAreaProps) {
  const own = useRef<HTMLTextAreaElement>(null);
  const ref = field ?? own;
  const mentions = useMentions({
    find: findNamed,
    field: ref,
    text: value.text,
    write: (text, name, uid) => onChange({ text, chosen: new Map(value.chosen).set(name, uid) }),
  });
  return (
    <div className="relative min-w-0 flex-1">
      {mentions.isOpen && <MentionList {...mentions} />}
      <TextArea
        {...rest}
        ref={ref}
        value={value.text}
        onChange={(text) => onChange({ ...value, text })}
        {...mentions.field}
        onInput={(event) => mentions.onChange(event.currentTarget)}
        onKeyDown={(event) => {
          if (mentions.onKeyDown(event) || event.nativeEvent.isComposing) return;
          onKeyDown?.(event);
        }}
      />
    </div>
  );
}
