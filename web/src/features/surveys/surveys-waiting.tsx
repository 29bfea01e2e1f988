import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import english from 'messages:en/surveys.waiting*';
import { Row, RowList } from '../../kit/row-list.tsx';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/button-style.ts';
import { Card } from '../../ui/card.tsx';
import { waitingSurveys } from './surveys.data.ts';

addEnglish(english);

/** Open surveys for the user. Shows nothing if there are none. */
export function SurveysWaiting() {
  const { t } = useMessages();
  const { data } = useQuery(waitingSurveys());
  if (data === undefined || data.items.length === 0) return null;
  return (
    <Card title={t('surveys.waiting')}>
      <div className="-my-3">
        <RowList label={t('surveys.waiting')}>
          {data.items.map((survey) => (
            <Row
              key={survey.id}
              title={survey.title}
              lines={[<bdi key="club">{survey.club.name}</bdi>]}
              end={
                <Link
                  to={paths.survey}
                  params={{ surveyId: survey.id }}
                  className={buttonClass({ variant: 'soft', size: 'sm' })}
                  aria-label={t('surveys.waitingAnswerNamed', { title: survey.title })}
                >
                  {t('surveys.waitingAnswer')}
                </Link>
              }
            />
          ))}
        </RowList>
      </div>
    </Card>
  );
}
