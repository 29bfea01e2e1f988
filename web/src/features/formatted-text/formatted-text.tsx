import { Link } from '@tanstack/react-router';
import { Fragment, memo } from 'react';
import type { Face } from '#contract/people/endpoints.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { paths } from '../../paths.ts';
import { nameOf, profileLink } from '../people/person.ts';
import { isEmojiOnly, readMessage, type Inline } from './message-format.ts';
import english from './messages/en.json';

addEnglish(english);

/** The people and clubs that mentions refer to, by the text in brackets: a uid, or `club:` and an ID. */
type People = ReadonlyMap<string, Face>;

/**
 * The text of a message or post with formatting. `people` contains the mentioned ones. `isOwn` means that the background is
 * the school color.
 */
export const FormattedText = memo(function FormattedText({
  text,
  people,
  isOwn = false,
}: {
  text: string;
  people: People;
  isOwn?: boolean;
}) {
  if (isEmojiOnly(text)) return <p className="text-[2rem] leading-tight">{text}</p>;
  return (
    <div dir="auto" className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      {readMessage(text).map((block, at) => {
        switch (block.kind) {
          case 'code':
            return (
              <pre
                key={at}
                dir="ltr"
                // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keyboard
                tabIndex={0}
                className={`overflow-x-auto rounded-control px-3 py-2 text-sm whitespace-pre ${isOwn ? 'bg-on-brand/15' : 'bg-fill'}`}
              >
                <code>{block.text}</code>
              </pre>
            );
          case 'list': {
            const items = block.items.map((item, index) => (
              <li key={index}>
                <Parts parts={item} people={people} isOwn={isOwn} />
              </li>
            ));
            return block.isOrdered ? (
              <ol key={at} start={block.from} className="list-decimal ps-6">
                {items}
              </ol>
            ) : (
              <ul key={at} className="list-disc ps-5">
                {items}
              </ul>
            );
          }
          case 'quote':
            return (
              <blockquote
                key={at}
                className={`border-s-2 ps-3 ${isOwn ? 'border-on-brand/50' : 'border-line-strong text-ink-2'}`}
              >
                <Lines lines={block.lines} people={people} isOwn={isOwn} />
              </blockquote>
            );
          case 'lines':
            return (
              <p key={at} className="whitespace-pre-wrap">
                <Lines lines={block.lines} people={people} isOwn={isOwn} />
              </p>
            );
        }
      })}
    </div>
  );
});

function Lines({
  lines,
  ...rest
}: {
  lines: readonly (readonly Inline[])[];
  people: People;
  isOwn: boolean;
}) {
  return lines.map((line, at) => (
    <Fragment key={at}>
      {at > 0 && '\n'}
      <Parts parts={line} {...rest} />
    </Fragment>
  ));
}

function Parts({
  parts,
  people,
  isOwn,
}: {
  parts: readonly Inline[];
  people: People;
  isOwn: boolean;
}) {
  return parts.map((part, at) => {
    switch (part.kind) {
      case 'text':
        return <Fragment key={at}>{part.text}</Fragment>;
      case 'code':
        return (
          <code
            key={at}
            className={`rounded-sm px-1 py-0.5 text-sm ${isOwn ? 'bg-on-brand/15' : 'bg-fill'}`}
          >
            {part.text}
          </code>
        );
      case 'link':
        return (
          <a
            key={at}
            dir="ltr"
            href={part.href}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className={`underline underline-offset-2 ${isOwn ? '' : 'text-brand-text'}`}
          >
            {part.text}
          </a>
        );
      case 'mention':
        return <Mention key={at} id={part.uid} named={people.get(part.uid)} isOwn={isOwn} />;
      case 'bold':
        return (
          <strong key={at} className="font-bold">
            <Parts parts={part.parts} people={people} isOwn={isOwn} />
          </strong>
        );
      case 'italic':
        return (
          <em key={at}>
            <Parts parts={part.parts} people={people} isOwn={isOwn} />
          </em>
        );
      case 'struck':
        return (
          <s key={at}>
            <Parts parts={part.parts} people={people} isOwn={isOwn} />
          </s>
        );
    }
  });
}

/** A mentioned person or club. */
function Mention({ id, named, isOwn }: { id: string; named: Face | undefined; isOwn: boolean }) {
  const { t } = useMessages();
  const look = `font-bold hover:underline ${isOwn ? '' : 'text-brand-text'}`;
  const name = (named && nameOf(named)) || t('formatted.somebody');
  const club = /^club:(.+)$/.exec(id)?.[1];
  if (club === undefined)
    return (
      <Link {...profileLink(id)} className={look}>
        @{name}
      </Link>
    );
  if (named === undefined) return <span className="font-bold">@{t('formatted.someClub')}</span>;
  return (
    <Link to={paths.club} params={{ clubId: club }} className={look}>
      @{name}
    </Link>
  );
}
