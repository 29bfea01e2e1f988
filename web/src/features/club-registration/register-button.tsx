import { Link, useNavigate } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { ClipboardList, Plus } from 'lucide-react';
import words from 'messages:en/clubRegistration.entry*';
import { listApplications } from '#contract/club-registration/calls.ts';
import { useAction } from '../../kit/use-action.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-style.ts';
import { applicationsQuery, beginRegistration, keepApplication } from './club-registration.data.ts';

addEnglish(words);

/** A button to register a club. Shows nothing if the school doesn't allow it. */
export function RegisterButton({ isPrimary = false }: { isPrimary?: boolean }) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const { data } = useQuery(applicationsQuery());
  const begin = useAction(beginRegistration, {
    invalidates: [listApplications],
    onSuccess: (application) => {
      keepApplication(application);
      return navigate({
        to: paths.clubApplication,
        params: { applicationId: application.id },
      });
    },
  });
  if (data === undefined || !data.can.register) return null;
  return (
    <Button
      variant={isPrimary ? 'primary' : 'outline'}
      icon={Plus}
      isPending={begin.isPending}
      onClick={() => begin.run()}
    >
      {t('clubRegistration.entryRegister')}
    </Button>
  );
}

/** On the clubs page: a button to register a club, and a link to the user's registrations. */
export function ClubsEntry({ isSmall = false }: { isSmall?: boolean }) {
  const { t } = useMessages();
  const { data } = useQuery(applicationsQuery());
  const count = (data?.items.length ?? 0) + (data?.due.length ?? 0);
  if (isSmall)
    return (
      <>
        <RegisterButton />
        {count > 0 && (
          <Link
            to={paths.clubRegistrations}
            aria-label={t('clubRegistration.entryMine')}
            title={t('clubRegistration.entryMine')}
            className={buttonClass({ variant: 'outline', isIcon: true })}
          >
            <ClipboardList size={20} strokeWidth={1.9} aria-hidden />
          </Link>
        )}
      </>
    );
  return (
    <>
      {count > 0 && (
        <Link to={paths.clubRegistrations} className={buttonClass({ variant: 'quiet' })}>
          {t('clubRegistration.entryMine')}
        </Link>
      )}
      <RegisterButton />
    </>
  );
}
