import { useRouter } from '@tanstack/react-router';
import { WifiOff } from 'lucide-react';
import { useMessages } from '../lib/messages.ts';
import type { OfflinePage, SavedPage } from '../lib/offline-state.ts';
import { Banner } from '../ui/banner.tsx';

/** Says how old the page is. If the device has no data of the page, it offers the pages that it has. */
export function OfflineNotice({ page: { updatedAt, others } }: { page: OfflinePage }) {
  const messages = useMessages();
  const { t } = messages;
  return (
    <Banner
      tone="warn"
      icon={WifiOff}
      action={updatedAt === null && others.length > 0 && <SavedPages pages={others} />}
    >
      {updatedAt === null
        ? t('offline.notSaved')
        : t('offline.saved', { when: messages.ago(new Date(updatedAt)) })}
    </Banner>
  );
}

function SavedPages({ pages }: { pages: readonly SavedPage[] }) {
  const { t } = useMessages();
  const router = useRouter();
  return (
    <ul aria-label={t('offline.pages')} className="flex flex-wrap justify-center gap-x-3">
      {pages.map(({ href, title }) => (
        <li key={href}>
          <a
            href={href}
            dir="auto"
            className="inline-flex min-h-7 items-center underline"
            onClick={(event) => {
              event.preventDefault();
              void router.navigate({ href });
            }}
          >
            {title}
          </a>
        </li>
      ))}
    </ul>
  );
}
