import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import type { FirstRun } from '#contract/onboarding/endpoints.ts';
import { useAction } from '../../kit/use-action.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { useSchool } from '../../lib/school.ts';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/button-style.ts';
import { IconButton } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { saveFirstRun, stepsOf } from './onboarding.data.ts';
import english from './messages/en.json';

addEnglish(english);

/** The rest of the welcome page, with a link to the next step. */
export function WelcomeCard({ run }: { run: FirstRun }) {
  const { t } = useMessages();
  const school = useSchool();
  const steps = stepsOf(school.config);
  const left = steps.filter((step) => !run.passed.includes(step));
  const dismiss = useAction(() => saveFirstRun({ isEnded: true }), {
    success: t('start.dismissed'),
  });
  const next = left[0] ?? 'picture';
  const count = steps.length - left.length;
  return (
    <section aria-label={t('start.card')} className="card grid gap-3 p-4 sm:p-5">
      <div className="flex items-start gap-3">
        <div className="grid min-w-0 flex-1 gap-1">
          <h2>{t('start.card')}</h2>
          <p className="text-sm text-ink-2">
            {t('start.cardBody', { step: t(`start.step_${next}`) })}
          </p>
        </div>
        <IconButton
          label={t('start.dismiss')}
          icon={X}
          className="-me-2 -mt-2"
          isPending={dismiss.isPending}
          onClick={() => dismiss.run()}
        />
      </div>
      <ProgressBar
        label={t('start.progress', { count, total: steps.length })}
        share={count / steps.length}
      />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span className="text-sm text-ink-2">
          {t('start.progress', { count, total: steps.length })}
        </span>
        <Link
          to={paths.start}
          search={{ step: next }}
          className={buttonClass({ variant: 'primary' })}
        >
          {t('start.resume')}
        </Link>
      </div>
    </section>
  );
}
