import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { UsersRound } from 'lucide-react';
import { useMessages } from '../../lib/messages.ts';
import type { EmailEditorConfig } from './email-editor-config.ts';

interface AudienceSizeProps<A> {
  config: EmailEditorConfig<A>;
  audience: A;
}

/** The current number of people in an audience. */
export function AudienceSize<A>({ config, audience }: AudienceSizeProps<A>) {
  const { t } = useMessages();
  const { data } = useAudienceSize(config, audience);
  return (
    <p role="status" className="flex min-h-6 items-center gap-2 font-medium">
      <UsersRound size={18} aria-hidden className="shrink-0 text-ink-3" />
      {data !== undefined && (
        <span>
          {t('newsletters.reach', { count: data.people })}
          <span className="font-normal text-ink-2">
            , {t('newsletters.reachMail', { count: data.byMail })}
          </span>
        </span>
      )}
    </p>
  );
}

/** Counts an audience, and keeps the previous number while loading. */
export const useAudienceSize = <A,>(config: EmailEditorConfig<A>, audience: A) =>
  useQuery({
    queryKey: config.audienceSizeKey(audience),
    queryFn: () => config.getAudienceSize(audience),
    placeholderData: keepPreviousData,
  });
