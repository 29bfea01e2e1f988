import {
  badgePapers,
  badgeSizes,
  type BadgePaper,
  type BadgeSize,
} from '#contract/events/limits.ts';
import type { ReplyOf } from '#contract/endpoints.ts';
import { fieldsOf } from '../../kit/fields.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { call } from '../../lib/call.ts';
import { regionOf } from '../../lib/date-format.ts';
import { useMessages } from '../../lib/messages.ts';
import { saveBase64 } from '../../lib/save-file.ts';

interface Values {
  size: BadgeSize;
  paper: BadgePaper;
  hasCode: boolean;
}
const { RadioGroup, Switch } = fieldsOf<Values>();

/** Countries whose printers hold Letter. */
const letter = /-(?:US|CA|MX|PH|CL|CO|VE)\b/;

interface BadgesDialogProps {
  id: string;
  occurrence: string | undefined;
  /** Nobody chosen: everybody who has a place. */
  uids: readonly string[];
  onClose: () => void;
}

/** Name badges of attendees, as a PDF to print. */
export function BadgesDialog({ id, occurrence, uids, onClose }: BadgesDialogProps) {
  const { t, locale } = useMessages();
  return (
    <FormDialog<Values, ReplyOf<'POST /api/v1/events/{id}/badges'>>
      title={t('events.badges')}
      submit={t('events.badgesSave')}
      initial={{
        size: 'small',
        paper: letter.test(regionOf(locale)) ? 'LETTER' : 'A4',
        hasCode: false,
      }}
      save={(values) =>
        call('POST /api/v1/events/{id}/badges', {
          id,
          ...values,
          ...(occurrence !== undefined && { occurrence }),
          ...(uids.length > 0 && { uids: [...uids] }),
        })
      }
      said={({ badges }) => t('events.badgesSaved', { count: badges })}
      done={({ name, pdf }) => saveBase64(name, pdf, 'application/pdf')}
      onClose={onClose}
    >
      <p className="text-ink-2">
        {uids.length > 0
          ? t('events.badgesOfSome', { count: uids.length })
          : t('events.badgesOfAll')}
      </p>
      <RadioGroup
        name="size"
        label={t('events.badgeSize')}
        options={badgeSizes.map((value) => ({ value, label: t(`events.badgeSize_${value}`) }))}
      />
      <RadioGroup
        name="paper"
        label={t('events.badgePaper')}
        options={badgePapers.map((value) => ({
          value,
          label: value === 'A4' ? 'A4' : 'US Letter',
        }))}
      />
      <Switch
        name="hasCode"
        label={t('events.badgeCode')}
        description={t('events.badgeCodeBody')}
      />
    </FormDialog>
  );
}
