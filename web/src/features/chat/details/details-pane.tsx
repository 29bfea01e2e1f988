import { useMutation } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import type { Conversation } from '#contract/chat/conversations.endpoints.ts';
import { lazyComponent } from '../../../lib/lazy-component.ts';
import { useMessages } from '../../../lib/messages.ts';
import { useMinWidth } from '../../../lib/media.ts';
import { showToast } from '../../../ui/toasts.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Select } from '../../../ui/select.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { chatErrorText } from '../chat-failures.ts';
import { setOwn } from '../chat.data.ts';
import { titleOf } from '../conversation-title.ts';
import { ConversationFace } from '../list/conversation-face.tsx';
import { DetailsActions } from './details-actions.tsx';
import { DetailsPeople } from './details-people.tsx';
import { GroupLook } from './group-look.tsx';
import { useMuted } from '../list/use-muted.ts';

const SharedFiles = lazyComponent(() => import('./shared-files.tsx'), 'SharedFiles');

/** Details and settings of a conversation. It is a column if there is space, otherwise a dialog. */
export function DetailsPane({
  conversation,
  onClose,
}: {
  conversation: Conversation;
  onClose: () => void;
}) {
  const { t } = useMessages();
  const isWide = useMinWidth('xl');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  if (!isWide)
    return (
      <Dialog title={t('chat.details')} isOpen onClose={onClose}>
        <Details conversation={conversation} />
      </Dialog>
    );
  return (
    <aside
      aria-label={t('chat.details')}
      className="flex h-full min-h-0 flex-col border-s border-line bg-surface"
    >
      <div className="flex min-h-17 items-center justify-between gap-2 border-b border-line px-5">
        <h2 ref={heading} tabIndex={-1} className="text-base! outline-none">
          {t('chat.details')}
        </h2>
        <IconButton
          label={t('chat.closeDetails')}
          icon={X}
          tooltipSide="bottom"
          onClick={onClose}
        />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-5 py-5">
        <Details conversation={conversation} />
      </div>
    </aside>
  );
}

/** Durations of the select's options, in minutes. */
const muteMinutes = { off: 0, hour: 60, night: 480, week: 10_080, always: -1 } as const;

function Details({ conversation }: { conversation: Conversation }) {
  const messages = useMessages();
  const { t, date } = messages;
  const own = useMutation({
    mutationFn: (change: Parameters<typeof setOwn>[1]) => setOwn(conversation.id, change),
    onError: (error) => showToast({ message: chatErrorText(error, messages) }),
  });
  const [openedAt] = useState(Date.now);
  const isMuted = useMuted(conversation);
  const isForGood =
    conversation.mutedUntil !== null &&
    Date.parse(conversation.mutedUntil) - openedAt > 366 * 86_400_000;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {conversation.can.rename ? (
        <GroupLook key={conversation.name} conversation={conversation} />
      ) : (
        <div className="grid justify-items-center gap-2 text-center">
          <ConversationFace item={conversation} size={5} />
          <p dir="auto" className="text-lg font-bold">
            {titleOf(conversation, messages)}
          </p>
        </div>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-1 border-y border-line py-3">
        <Select
          label={t('chat.mute')}
          value={isMuted ? 'now' : 'off'}
          onChange={(value) =>
            value in muteMinutes &&
            own.mutate({ muteMinutes: muteMinutes[value as keyof typeof muteMinutes] })
          }
          options={[
            ...(conversation.mutedUntil === null || !isMuted
              ? []
              : [
                  {
                    value: 'now',
                    label: isForGood
                      ? t('chat.mutedForGood')
                      : t('chat.mutedUntil', { when: date(conversation.mutedUntil, 'moment') }),
                  },
                ]),
            { value: 'off', label: t('chat.muteOff') },
            { value: 'hour', label: t('chat.muteHour') },
            { value: 'night', label: t('chat.muteNight') },
            { value: 'week', label: t('chat.muteWeek') },
            { value: 'always', label: t('chat.muteAlways') },
          ]}
        />
        <Switch
          label={t('chat.pin')}
          isOn={conversation.isPinned}
          onChange={(isPinned) => own.mutate({ isPinned })}
        />
        <Switch
          label={t('chat.archiveThis')}
          description={t('chat.archiveBody')}
          isOn={conversation.isArchived}
          onChange={(isArchived) => own.mutate({ isArchived })}
        />
      </div>
      <DetailsPeople conversation={conversation} />
      {!conversation.isRequest && (
        <Suspense fallback={<Skeleton className="h-44" />}>
          <SharedFiles conversation={conversation.id} />
        </Suspense>
      )}
      <DetailsActions conversation={conversation} />
    </div>
  );
}
