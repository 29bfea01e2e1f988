import { eventLimits } from '#contract/events/limits.ts';
import { changeAttendees } from '#contract/events/calls.ts';
import { fieldsOf } from '../../../kit/fields.tsx';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { call } from '../../../lib/call.ts';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { staleRegistration } from '../events.data.ts';
import english from '../messages/en.json';

addEnglish(english);

interface Draft {
  reason: string;
}
const { TextArea } = fieldsOf<Draft>();

interface PeopleOffDialogProps {
  event: string;
  occurrence: string | undefined;
  uids: readonly string[];
  act: 'cancel' | 'decline';
  /** True if one of them paid for a ticket. */
  hasPaid: boolean;
  onDone: () => void;
  onClose: () => void;
}

/** Cancels or declines registrations with a reason that the people can see. */
export function PeopleOffDialog(props: PeopleOffDialogProps) {
  const { event, occurrence, uids, act, hasPaid, onDone, onClose } = props;
  const { t } = useMessages();
  const count = uids.length;
  return (
    <FormDialog<Draft, { changed: readonly string[]; promoted: readonly string[] }>
      title={t(act === 'cancel' ? 'events.peopleCancelTitle' : 'events.peopleDeclineTitle', {
        count,
      })}
      submitLabel={t(`events.act_${act}`)}
      isDanger
      defaultValues={{ reason: '' }}
      save={({ reason }) =>
        call(changeAttendees, {
          id: event,
          uids: [...uids],
          act,
          reason: reason.trim(),
          ...(occurrence !== undefined && { occurrence }),
        })
      }
      success={({ changed, promoted }) =>
        [
          t('events.changed', { count: changed.length }),
          promoted.length > 0 ? t('events.promoted', { count: promoted.length }) : '',
        ]
          .filter(Boolean)
          .join(' ')
      }
      invalidates={staleRegistration}
      onSuccess={onDone}
      onClose={onClose}
    >
      <p className="text-ink-2">
        {t(act === 'cancel' ? 'events.peopleCancelBody' : 'events.peopleDeclineBody')}
        {hasPaid && act === 'cancel' && ` ${t('events.peopleCancelRefund')}`}
      </p>
      <TextArea
        name="reason"
        label={t('events.cancelReason')}
        rows={3}
        maxLength={eventLimits.reason}
      />
    </FormDialog>
  );
}
