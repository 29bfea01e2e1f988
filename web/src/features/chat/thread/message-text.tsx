import { Link } from '@tanstack/react-router';
import { Fragment, memo } from 'react';
import type { Face } from '#contract/people/endpoints.ts';
import { useMessages } from '../../../lib/messages.ts';
import { profileLink } from '../../people/person.ts';
import { nameIn } from '../chat-names.ts';
import { isEmojiOnly, readMessage, type Inline } from '../message-format.ts';

type People = ReadonlyMap<string, Face>;

/** The words of a message with their formatting. `isOwn`: they stand on the school's colour. */
export const MessageText = memo(function MessageText({
  text,
  people,
  isOwn,
}: {
  text: string;
  people: People;
  isOwn: boolean;
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
  const messages = useMessages();
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
        return (
          <Link
            key={at}
            {...profileLink(part.uid)}
            className={`font-bold hover:underline ${isOwn ? '' : 'text-brand-text'}`}
          >
            @{nameIn(people, part.uid, messages)}
          </Link>
        );
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
