import { Check, CircleAlert, Clock, UserPlus, X } from 'lucide-react';
import { useState } from 'react';
import type { ReplyOf } from '#contract/call.ts';
import { eventLimits as limits } from '#contract/events/limits.ts';
import { pasteCheckIns } from '#contract/events/calls.ts';
import { useAction } from '../../../kit/use-action.ts';
import { call } from '../../../lib/call.ts';
import { errorText } from '../../../lib/error-text.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Failure } from '../../../ui/failure.tsx';
import { Pill, type Tone } from '../../../ui/pill.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { TextArea } from '../../../ui/text-field.tsx';
import { nameOf } from '../../people/person.ts';
import { staleRegistration } from '../events.data.ts';

type Reply = ReplyOf<typeof pasteCheckIns>;
type Result = Reply['rows'][number]['result'];

const looks: Record<Result, { tone: Tone; icon: typeof Check }> = {
  checked_in: { tone: 'good', icon: Check },
  already_in: { tone: 'quiet', icon: Clock },
  walk_in: { tone: 'brand', icon: UserPlus },
  not_registered: { tone: 'warn', icon: CircleAlert },
  refund_open: { tone: 'warn', icon: CircleAlert },
  unknown: { tone: 'bad', icon: X },
};

interface PasteDialogProps {
  id: string;
  occurrence: string | undefined;
  onClose: () => void;
}

/** Checks in people by ID numbers, email addresses or swiped cards, one per line. The user reviews the result first. */
export function PasteDialog({ id, occurrence, onClose }: PasteDialogProps) {
  const messages = useMessages();
  const { t } = messages;
  const [text, setText] = useState('');
  const [addsWalkIns, setAdds] = useState(false);
  const [preview, setPreview] = useState<Reply | null>(null);
  const send = useAction(
    (isDry: boolean) =>
      call(pasteCheckIns, {
        id,
        text,
        addsWalkIns,
        isDry,
        ...(occurrence !== undefined && { occurrence }),
      }),
    {
      isQuiet: true,
      invalidates: staleRegistration,
      success: ({ checkedIn }, isDry) => (isDry ? null : t('events.pasted', { count: checkedIn })),
      onSuccess: (reply, isDry) => (isDry ? setPreview(reply) : onClose()),
    },
  );
  const change = (next: () => void) => {
    setPreview(null);
    next();
  };
  return (
    <Dialog
      title={t('events.pasteList')}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('events.back')}</Button>
          {preview === null ? (
            <Button
              variant="primary"
              isPending={send.isPending}
              disabled={text.trim() === ''}
              onClick={() => send.run(true)}
            >
              {t('events.pasteCheck')}
            </Button>
          ) : (
            <Button
              variant="primary"
              isPending={send.isPending}
              disabled={preview.checkedIn === 0}
              onClick={() => send.run(false)}
            >
              {t('events.pasteConfirm', { count: preview.checkedIn })}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-4">
        <TextArea
          label={t('events.pasteText')}
          description={t('events.pasteBody')}
          rows={6}
          value={text}
          maxLength={limits.pastedText}
          onChange={(next) => change(() => setText(next))}
        />
        <Switch
          label={t('events.pasteWalkIns')}
          isOn={addsWalkIns}
          onChange={(next) => change(() => setAdds(next))}
        />
        {send.error !== null && <Failure>{errorText(send.error, messages)}</Failure>}
        {preview !== null && (
          <ul aria-label={t('events.pasteResults')} className="divide-y divide-line">
            {preview.rows.map((row) => (
              <li key={row.line} className="flex flex-wrap items-center gap-2 py-2">
                <bdi className="min-w-0 flex-1 basis-40 wrap-anywhere">
                  {row.person === null ? row.text : nameOf(row.person)}
                </bdi>
                <Pill tone={looks[row.result].tone} icon={looks[row.result].icon}>
                  {t(`events.paste_${row.result}`)}
                </Pill>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  );
}
