import { Check, X } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { useAction } from './use-action.ts';

/**
 * <AnswerButtons about="Ben wants to connect with you" accept={t('connect.accept')} decline={t('connect.ignore')}
 *   answer={(isAccepted) => call(…)} onAnswered={…} />
 * Two buttons that answer a request in its row. The caller shows the outcome.
 */
interface AnswerButtonsProps<R> {
  /** Distinguishes the buttons from those of other rows for screen readers. */
  about: string;
  accept: string;
  /** Omitted if the user can only accept. */
  decline?: string;
  answer: (isAccepted: boolean) => Promise<R>;
  onAnswered: (reply: R, isAccepted: boolean) => void;
  /** Called instead of an alert. Returns false if the alert should appear. */
  onFailure?: (error: Error) => boolean;
}

export function AnswerButtons<R>({
  about,
  accept,
  decline,
  answer,
  onAnswered,
  onFailure,
}: AnswerButtonsProps<R>) {
  const act = useAction(
    async (isAccepted: boolean): Promise<{ reply: R } | null> => {
      try {
        return { reply: await answer(isAccepted) };
      } catch (error) {
        if (error instanceof Error && onFailure?.(error) === true) return null;
        throw error;
      }
    },
    { onSuccess: (done, isAccepted) => done && onAnswered(done.reply, isAccepted) },
  );
  return (
    <span className="flex flex-wrap gap-2">
      <Button
        size="sm"
        variant="soft"
        icon={Check}
        label={`${accept}: ${about}`}
        isPending={act.pendingInput === true}
        disabled={act.pendingInput === false}
        onClick={() => act.run(true)}
      >
        {accept}
      </Button>
      {decline !== undefined && (
        <Button
          size="sm"
          icon={X}
          label={`${decline}: ${about}`}
          isPending={act.pendingInput === false}
          disabled={act.pendingInput === true}
          onClick={() => act.run(false)}
        >
          {decline}
        </Button>
      )}
    </span>
  );
}
