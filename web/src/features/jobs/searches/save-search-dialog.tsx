import { listJobSearches, saveJobSearch } from '#contract/jobs/calls.ts';
import { jobAlerts, type JobAlert } from '#contract/jobs/limits.ts';
import { fieldsOf } from '../../../kit/fields.tsx';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { call } from '../../../lib/call.ts';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import type { JobsSearch } from '../jobs.data.ts';
import english from '../messages/en.json';
import { useSearchName } from './search-name.ts';

addEnglish(english);

interface Draft {
  alerts: JobAlert;
}
const { RadioGroup } = fieldsOf<Draft>();

/** Saves the current search, and asks when to send alerts about new jobs. */
export function SaveSearchDialog({
  search: { search, kind, club, isPaid },
  onClose,
}: {
  search: JobsSearch;
  onClose: () => void;
}) {
  const { t } = useMessages();
  const nameOf = useSearchName();
  return (
    <FormDialog<Draft>
      title={t('jobs.saveSearch')}
      submitLabel={t('jobs.saveSearchNow')}
      defaultValues={{ alerts: 'daily' }}
      save={({ alerts }, clientId) =>
        call(saveJobSearch, { clientId, search: search.trim(), kind, club, isPaid, alerts })
      }
      invalidates={[listJobSearches]}
      success={t('jobs.searchSaved')}
      onClose={onClose}
    >
      <p dir="auto" className="page-start font-medium wrap-anywhere">
        {nameOf({ search: search.trim(), kind, isPaid, club: null, hasClub: club !== null })}
      </p>
      <RadioGroup
        name="alerts"
        label={t('jobs.alerts')}
        options={jobAlerts
          .toReversed()
          .map((value) => ({ value, label: t(`jobs.alerts_${value}`) }))}
      />
    </FormDialog>
  );
}
