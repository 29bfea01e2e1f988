import { Navigate, useRouter } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { FirstRun } from '#contract/onboarding/endpoints.ts';
import type { WelcomeStep } from '#contract/onboarding/steps.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { useAction } from '../../kit/use-action.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { useSearch } from '../../lib/page.tsx';
import { usePageTitle } from '../../lib/page-title.ts';
import { useSchool } from '../../lib/school.ts';
import { paths } from '../../paths.ts';
import { SchoolMark } from '../../shell/school-mark.tsx';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toasts.ts';
import { Stepper } from '../../ui/stepper.tsx';
import { Hills } from '../sign-in/hills.tsx';
import { AboutStep } from './about-step.tsx';
import { ClubsStep } from './clubs-step.tsx';
import { NotificationsStep } from './notifications-step.tsx';
import { firstRunQuery } from './first-run.data.ts';
import { saveFirstRun, stepsOf } from './onboarding.data.ts';
import { PeopleStep } from './people-step.tsx';
import { PictureStep } from './picture-step.tsx';
import type { StepProps } from './step-frame.tsx';
import english from './messages/en.json';

addEnglish(english);

const contents: Record<WelcomeStep, (props: StepProps) => React.ReactNode> = {
  picture: PictureStep,
  about: AboutStep,
  clubs: ClubsStep,
  people: PeopleStep,
  notifications: NotificationsStep,
};

/** The welcome page of new students. People can skip each step, leave, and resume from Home. */
export function StartPage() {
  const { t } = useMessages();
  const school = useSchool();
  const run = useQuery(firstRunQuery());
  usePageTitle(t('start.title'));
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr] bg-surface lg:grid-cols-[20rem_minmax(0,1fr)] lg:grid-rows-1">
      <QueryBoundary
        query={run}
        isPage
        skeleton={['h-24', 'h-96']}
        isEmpty={() => false}
        empty={{ icon: ArrowLeft, title: '', body: '' }}
      >
        {(data) =>
          data.state === 'none' ? (
            <Navigate to={paths.home} replace />
          ) : (
            <Welcome run={data} steps={stepsOf(school.config)} />
          )
        }
      </QueryBoundary>
    </div>
  );
}

function Welcome({ run, steps }: { run: FirstRun; steps: readonly WelcomeStep[] }) {
  const { t } = useMessages();
  const school = useSchool();
  const router = useRouter();
  const asked = useSearch()['step'];
  const step =
    steps.find((one) => one === asked) ??
    steps.find((one) => !run.passed.includes(one)) ??
    steps[0] ??
    'picture';
  const at = steps.indexOf(step);
  const save = useAction(saveFirstRun);
  const open = useEffectEvent(() => {
    if (run.state === 'new') save.run({});
  });
  useEffect(() => open(), []);
  const heading = useStepHeading(step);
  const show = (next: WelcomeStep) =>
    void router.navigate({ to: paths.start, search: { step: next } });

  const onNext = async () => {
    const next = steps[at + 1];
    if (next !== undefined) {
      save.run({ passed: [step] });
      return show(next);
    }
    await save.runAsync({ passed: [step], isEnded: true });
    showToast({ message: t('start.done', { school: school.name }) });
    await router.navigate({ to: paths.home, replace: true });
  };
  const Step = contents[step];
  return (
    <>
      <aside className="relative flex flex-col gap-6 overflow-hidden border-line bg-canvas px-5 pt-4 pb-4 max-lg:border-b sm:px-8 lg:border-e lg:pt-8">
        <div className="flex items-center gap-3">
          <SchoolMark size={2.5} />
          <span className="min-w-0 flex-1 font-bold wrap-break-word">{school.name}</span>
          <span className="lg:hidden">
            <Later />
          </span>
        </div>
        <div className="relative z-10">
          <Stepper
            label={t('start.steps')}
            steps={steps.map((id) => ({
              id,
              label: t(`start.step_${id}`),
              state: run.passed.includes(id) ? 'done' : 'open',
            }))}
            selected={step}
            onSelect={show}
          />
        </div>
        <div aria-hidden className="absolute inset-x-0 bottom-0 h-56 max-lg:hidden">
          <Hills />
        </div>
      </aside>
      <main id="main" tabIndex={-1} className="flex min-w-0 flex-col px-5 sm:px-8 lg:px-12">
        <div className="flex justify-end pt-5 max-lg:hidden">
          <Later />
        </div>
        <div
          ref={heading}
          className="mx-auto flex w-full max-w-xl flex-1 flex-col pt-6 lg:pt-[6vh]"
        >
          <Step
            key={step}
            number={at + 1}
            isLast={at === steps.length - 1}
            isPending={save.isPending && at === steps.length - 1}
            onNext={() => void onNext().catch(() => undefined)}
            onBack={at === 0 ? null : () => show(steps[at - 1] ?? step)}
          />
        </div>
      </main>
    </>
  );
}

/** Leaves the page. A card on Home resumes it. */
function Later() {
  const { t } = useMessages();
  const router = useRouter();
  return (
    <Button variant="quiet" onClick={() => void router.navigate({ to: paths.home })}>
      {t('start.later')}
    </Button>
  );
}

/** After a change of the step, focuses its heading, so that screen readers announce it, and scrolls to the top. */
function useStepHeading(step: WelcomeStep) {
  const box = useRef<HTMLDivElement>(null);
  const previous = useRef(step);
  useEffect(() => {
    if (previous.current === step) return;
    previous.current = step;
    window.scrollTo({ top: 0 });
    box.current?.querySelector('h1')?.focus({ preventScroll: true });
  }, [step]);
  return box;
}
