import { useMessages } from '../../../lib/messages.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import type { Contest } from '#contract/elections/endpoints.ts';
import { isWriteIn, writeInName } from './ballot-draft.ts';

/** Returns the name of a choice: a candidate, a name that the voter wrote, or yes or no. */
export function useChoiceName(): (contest: Contest, choice: string) => string {
  const { t } = useMessages();
  return (contest, choice) => {
    if (choice === 'yes' || choice === 'no') return t(`elections.${choice}`);
    if (isWriteIn(choice)) return writeInName(choice);
    return contest.candidates.find(({ id }) => id === choice)?.name ?? t('elections.unknown');
  };
}

interface ChoiceFaceProps {
  contest: Contest;
  choice: string;
  /** Only the name on phones, for rows with several buttons. */
  isSmall?: boolean;
}

/** A candidate with picture and statement, in one line. */
export function ChoiceFace({ contest, choice, isSmall = false }: ChoiceFaceProps) {
  const { t } = useMessages();
  const nameOf = useChoiceName();
  const name = nameOf(contest, choice);
  const candidate = contest.candidates.find(({ id }) => id === choice);
  const line = isWriteIn(choice) ? t('elections.writtenIn') : candidate?.statement;
  return (
    <span className="flex min-w-0 items-center gap-3 py-2">
      {contest.kind !== 'yes_no' && (
        <Avatar
          name={name}
          photoUrl={candidate?.photoUrl ?? null}
          size={2.75}
          className={isSmall ? 'max-sm:hidden' : ''}
        />
      )}
      <span className="grid min-w-0">
        <span dir="auto" className="page-start font-medium wrap-anywhere">
          {name}
        </span>
        {line !== undefined && line !== '' && (
          <span
            dir="auto"
            className={`page-start line-clamp-2 text-sm text-ink-2 wrap-anywhere ${isSmall ? 'max-sm:hidden' : ''}`}
          >
            {line}
          </span>
        )}
      </span>
    </span>
  );
}
