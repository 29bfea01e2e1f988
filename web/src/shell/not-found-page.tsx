import { Link } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { useMessages } from '../lib/messages.ts';
import { usePageTitle } from '../lib/page-title.ts';
import { paths } from '../paths.ts';
import { buttonClass } from '../ui/button-style.ts';
import { Page } from './page.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

export function NotFoundPage() {
  const { t } = useMessages();
  usePageTitle(t('notFound.title'));
  return (
    <Page>
      <EmptyState
        isPage
        icon={Compass}
        title={t('notFound.title')}
        action={
          <Link to={paths.home} className={buttonClass({ variant: 'primary' })}>
            {t('notFound.home')}
          </Link>
        }
      >
        {t('notFound.body')}
      </EmptyState>
    </Page>
  );
}
