import { useEffect, useEffectEvent, useState } from 'react';
import { useMessages } from '../../../lib/messages.ts';
import { useOnline } from '../../../lib/online.ts';
import { session } from '../../../lib/session-store.ts';
import { useStore } from '../../../lib/store.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useUnsavedDrafts } from './drafts.ts';
import { unsent, sendNow } from './unsent.ts';

/** Asks what to do with unsent messages before sign-out. `onAnswer` receives whether to sign out. */
export function UnsentDialog({
  uid,
  onAnswer,
}: {
  uid: string;
  onAnswer: (leaves: boolean) => void;
}) {
  const { t } = useMessages();
  const waiting = useStore(unsent);
  const unsaved = useUnsavedDrafts(uid);
  const isOnline = useOnline();
  const [isAnswered, setAnswered] = useState(false);
  const [isSending, setSending] = useState(false);
  const [wasTried, setTried] = useState(false);
  // If the session has ended, the messages are hidden and stay stored for the user's next session.
  const isHere = useStore(session).user?.uid === uid;
  const isAllSent = waiting.length === 0 && unsaved === 0;
  const isOver = !isHere || isAllSent;
  const end = useEffectEvent(() => onAnswer(isHere));
  useEffect(() => {
    if (isOver) end();
  }, [isOver]);
  const isRefused =
    waiting.length > 0 &&
    unsaved === 0 &&
    waiting.every(({ failure }) => failure?.isFinal === true);
  const close = (leaves: boolean) => {
    setAnswered(true);
    onAnswer(leaves);
  };
  const send = async () => {
    setSending(true);
    setTried(true);
    await sendNow().catch(() => undefined);
    setSending(false);
  };
  const isStillSending = isSending || (wasTried && !isRefused && isOnline);
  return (
    <Dialog
      title={waiting.length > 0 ? t('chat.unsent', { count: waiting.length }) : t('chat.unsaved')}
      role="alertdialog"
      size="sm"
      isOpen={!isAnswered && !isOver}
      onClose={() => close(false)}
      footer={
        <>
          <Button onClick={() => close(false)}>{t('chat.cancel')}</Button>
          <Button variant="danger" onClick={() => close(true)}>
            {t('chat.unsentDiscard')}
          </Button>
          <Button variant="primary" isPending={isStillSending} onClick={() => void send()}>
            {t('chat.unsentSend')}
          </Button>
        </>
      }
    >
      <div className="grid gap-2">
        <p className="text-ink-2">{t('chat.unsentBody')}</p>
        <p role="status" className="font-medium empty:hidden">
          {!isOnline
            ? t('chat.waitsForNetwork')
            : wasTried && isRefused && !isSending
              ? t('chat.unsentRefused', { label: t('chat.notSent') })
              : isStillSending
                ? t('chat.sending')
                : ''}
        </p>
      </div>
    </Dialog>
  );
}
