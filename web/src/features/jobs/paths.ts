export const paths = {
  jobs: '/jobs',
  newJob: '/jobs/new',
  job: '/jobs/$jobId',
  editJob: '/jobs/$jobId/edit',
  jobApplicants: '/jobs/$jobId/applicants',
  adminJobs: '/admin/jobs',
} as const;
