import { Check, Clock, Lock, PencilLine, Radio } from 'lucide-react';
import type { SurveyItem } from '#contract/surveys/endpoints.ts';
import { useMessages } from '../../lib/messages.ts';
import { Pill } from '../../ui/pill.tsx';

type SurveyWithState = Pick<SurveyItem, 'state' | 'mine' | 'takesAnswers'>;

/** The survey's status for the user. */
export function SurveyState({ survey }: { survey: SurveyWithState }) {
  const { t } = useMessages();
  const { state, mine, takesAnswers } = survey;
  if (state === 'draft')
    return (
      <Pill tone="warn" icon={PencilLine}>
        {t('surveys.draft')}
      </Pill>
    );
  if (mine === 'answered')
    return (
      <Pill tone="good" icon={Check}>
        {t('surveys.answered')}
      </Pill>
    );
  if (mine === 'early') return <Pill icon={Clock}>{t('surveys.early')}</Pill>;
  if (!takesAnswers)
    return <Pill icon={Lock}>{t(mine === 'full' ? 'surveys.full' : 'surveys.closed')}</Pill>;
  return (
    <Pill tone="brand" icon={Radio}>
      {t('surveys.open')}
    </Pill>
  );
}
