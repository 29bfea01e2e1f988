import { Check } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Poll } from '#contract/posts/endpoints.ts';
import chooseTexts from 'messages:en/posting.choose*';
import pollTexts from 'messages:en/posting.poll*';
import postTexts from 'messages:en/posts.*';
import voteTexts from 'messages:en/posting.vote*';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { Button } from '../../../ui/button.tsx';
import { useFocusAfterChange } from '../../../ui/list-focus.ts';
import { useVote } from '../posts.data.ts';

addEnglish(chooseTexts);
addEnglish(pollTexts);
addEnglish(voteTexts);
addEnglish(postTexts);

interface PollViewProps {
  post: string;
  poll: Poll;
  canVote: boolean;
}

/** A poll with its options, or with results once the user has voted or the poll is closed. */
export function PollView({ post, poll, canVote }: PollViewProps) {
  const { t, date } = useMessages();
  const vote = useVote(post);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const area = useRef<HTMLDivElement>(null);
  const showsResults = poll.voted.length > 0 || !canVote;
  // The Vote button for several choices disappears together with them.
  useFocusAfterChange(area, String(showsResults), 'button[aria-pressed="true"]');
  const choose = (id: string) => {
    if (vote.isPending) return;
    if (!poll.multiple) return vote.run([id]);
    setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  };
  const state = [
    t('posting.votes', { count: poll.voters }),
    ...(poll.isClosed
      ? [t('posting.pollClosed')]
      : poll.closesAt !== null
        ? [t('posting.pollUntil', { when: date(poll.closesAt, 'moment') })]
        : []),
    ...(poll.multiple && !showsResults ? [t('posting.chooseSeveral')] : []),
  ];
  return (
    <div ref={area} className="grid gap-2">
      <ul className="grid gap-2">
        {poll.options.map(({ id, text, votes }) => {
          const share = poll.voters === 0 ? 0 : votes / poll.voters;
          const isOwn = poll.voted.includes(id);
          const isChosen = chosen.includes(id);
          return (
            <li key={id}>
              {showsResults ? (
                <button
                  type="button"
                  disabled={!canVote}
                  // Don't use `disabled`: it would drop the focus.
                  aria-disabled={vote.isPending || undefined}
                  aria-pressed={isOwn}
                  onClick={() =>
                    !vote.isPending &&
                    vote.run(
                      poll.multiple
                        ? isOwn
                          ? poll.voted.filter((one) => one !== id)
                          : [...poll.voted, id]
                        : isOwn
                          ? []
                          : [id],
                    )
                  }
                  className="relative flex min-h-11 w-full items-center gap-2 overflow-hidden rounded-control border border-line px-3 py-2 text-start"
                >
                  <span
                    aria-hidden
                    className="absolute inset-y-0 start-0 bg-fill-2"
                    style={{ width: `${share * 100}%` }}
                  />
                  <span className="page-start relative flex-1 wrap-anywhere" dir="auto">
                    {text}
                  </span>
                  {isOwn && <Check size={16} aria-hidden className="relative shrink-0" />}
                  <span className="relative text-sm text-ink-2 tabular-nums">
                    {t('posting.votes', { count: votes })}
                  </span>
                </button>
              ) : (
                <button
                  type="button"
                  aria-disabled={vote.isPending || undefined}
                  aria-pressed={poll.multiple ? isChosen : undefined}
                  onClick={() => choose(id)}
                  className="flex min-h-11 w-full items-center gap-2 rounded-control border border-line-strong px-3 py-2 text-start hover:bg-fill"
                >
                  <span className="page-start flex-1 wrap-anywhere" dir="auto">
                    {text}
                  </span>
                  {isChosen && <Check size={16} aria-hidden className="shrink-0" />}
                </button>
              )}
            </li>
          );
        })}
      </ul>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {poll.multiple && !showsResults && (
          <Button
            size="sm"
            isPending={vote.isPending}
            disabled={chosen.length === 0}
            onClick={() => vote.run([...chosen])}
          >
            {t('posting.vote')}
          </Button>
        )}
        <p className="text-sm text-ink-2">{state.join(' • ')}</p>
      </div>
    </div>
  );
}
