import { Suspense } from 'react';
import type { Post } from '#contract/posts/endpoints.ts';
import { lazyComponent } from '../../lib/lazy-component.ts';

// Most posts are plain text. The code for formatting is not part of the first load.
const FormattedText = lazyComponent(
  () => import('../formatted-text/formatted-text.tsx'),
  'FormattedText',
);

/** Returns whether a text contains formatting. */
const isFormatted = /[*_~`@]|https?:|www\.|^\s*(?:[-•>]|\d{1,3}[.)])\s/im;

type TextOfPost = Pick<Post, 'text' | 'mentions' | 'clubMentions'>;

/** A user's text with line breaks, formatting, links and mentions. */
export function PostText({ text, mentions, clubMentions }: TextOfPost) {
  if (text === '') return null;
  const plain = (
    <p dir="auto" className="page-start whitespace-pre-wrap wrap-anywhere">
      {text}
    </p>
  );
  if (!isFormatted.test(text)) return plain;
  const named = new Map([
    ...mentions.map((person) => [person.uid, person] as const),
    ...clubMentions.map(({ id, name }) => {
      const key = `club:${id}`;
      return [key, { uid: key, firstName: name, lastName: '', photoUrl: null }] as const;
    }),
  ]);
  return (
    <Suspense fallback={plain}>
      <div className="page-start wrap-anywhere">
        <FormattedText text={text} people={named} />
      </div>
    </Suspense>
  );
}
