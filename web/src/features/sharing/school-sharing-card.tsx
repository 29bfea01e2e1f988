import { useMutation, useQuery } from '@tanstack/react-query';
import { call, queryClient } from '../../lib/call.ts';
import { errorText } from '../../lib/error-text.ts';
import { useMessages } from '../../lib/messages.ts';
import { showAlert } from '../../ui/alerts.ts';
import { showToast } from '../../ui/toasts.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Switch } from '../../ui/switch.tsx';
import { schoolSharingQuery } from './sharing.data.ts';

interface Choice {
  isOn: boolean;
  isIndexed: boolean;
  /** What an undo goes back to. */
  before?: Omit<Choice, 'before'>;
}

/** Whether people of the school may show themselves to anybody, for those who run the campus. */
export function SchoolSharingCard() {
  const messages = useMessages();
  const { t } = messages;
  const { data, error, isFetching, refetch } = useQuery(schoolSharingQuery());
  const keep = useMutation({
    mutationFn: ({ isOn, isIndexed }: Choice) =>
      call('PUT /api/v1/school/sharing', { isOn, isIndexed }),
    onSuccess(next, { before }) {
      queryClient.setQueryData(schoolSharingQuery().queryKey, next);
      const undo = before !== undefined && {
        action: { label: t('sharing.undo'), run: () => keep.mutate(before) },
      };
      showToast({ message: t('sharing.saved'), ...undo });
    },
    onError: (failed) =>
      showAlert({ type: 'Error', message: errorText(failed, messages), autoClose: true }),
  });
  if (data === undefined)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
    ) : (
      <Skeleton className="h-40" />
    );
  const { people, ...stored } = data;
  const shown = keep.isPending ? keep.variables : stored;
  return (
    <Card title={t('schoolSharing.title')} description={t('schoolSharing.body')}>
      <Switch
        label={t('schoolSharing.on')}
        description={t('schoolSharing.onBody', { count: people })}
        isOn={shown.isOn}
        onChange={(isOn) => keep.mutate({ ...stored, isOn, before: stored })}
      />
      {shown.isOn && (
        <div className="mt-4 border-t border-line pt-4">
          <Switch
            label={t('schoolSharing.indexed')}
            description={t('schoolSharing.indexedBody')}
            isOn={shown.isIndexed}
            onChange={(isIndexed) => keep.mutate({ ...stored, isIndexed, before: stored })}
          />
        </div>
      )}
    </Card>
  );
}
