import { Link, useNavigate } from '@tanstack/react-router';
import { useSearch } from '../../lib/page.tsx';
import { useMutation } from '@tanstack/react-query';
import { MessageCircle, MessageCircleOff } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { call } from '../../lib/call.ts';
import { errorText } from '../../lib/error-text.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { conversationLink, paths, profileHref } from '../../paths.ts';
import { buttonClass } from '../../ui/button-style.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { BeginButton } from './list/begin-button.tsx';
import { refreshLists } from './chat.data.ts';
import connectEnglish from 'messages:en/connect.*';
import { createConversation } from '#contract/chat/calls.ts';

addEnglish(connectEnglish);

/**
 * The page without an open conversation. With `uid`, it finds or creates the conversation with that person and opens
 * it.
 */
export function ChatHome() {
  const { t } = useMessages();
  const { uid } = useSearch();
  if (uid !== undefined) return <NewConversation key={uid} uid={uid} />;
  return (
    <div className="grid h-full place-items-center">
      <EmptyState
        icon={MessageCircle}
        title={t('chat.choose')}
        action={<BeginButton variant="outline" />}
      >
        {t('chat.chooseBody')}
      </EmptyState>
    </div>
  );
}

function NewConversation({ uid }: { uid: string }) {
  const messages = useMessages();
  const { t } = messages;
  const navigate = useNavigate();
  const begin = useMutation({
    mutationFn: () => call(createConversation, { kind: 'direct', uid }),
    onSuccess: async ({ id }) => {
      void refreshLists();
      await navigate({ ...conversationLink(id), replace: true });
    },
  });
  const start = useEffectEvent(() => begin.mutate());
  useEffect(() => start(), []);
  if (begin.error === null)
    return (
      <Loading className="grid gap-4 p-6">
        <Skeleton className="h-10 max-w-60" />
        <Skeleton className="h-24" />
      </Loading>
    );
  return (
    <div className="grid h-full place-items-center max-md:fixed max-md:inset-0 max-md:bg-canvas">
      <EmptyState
        icon={MessageCircleOff}
        title={t('chat.cannotBegin')}
        action={
          <span className="flex flex-wrap justify-center gap-2">
            <Link to={paths.chat} className={buttonClass({ variant: 'outline' })}>
              {t('chat.back')}
            </Link>
            <a href={profileHref(uid)} className={buttonClass({ variant: 'outline' })}>
              {t('connect.view')}
            </a>
          </span>
        }
      >
        {errorText(begin.error, messages)}
      </EmptyState>
    </div>
  );
}
