// A try that failed costs a job a turn, where it used to put the job after everything that had not failed (jobs/queue.ts).
export const jobOrder = {
  id: '2026-12-17-job-order',
  sql: `
drop index job_next;
create index job_next on job (lane, (turn + attempts), attempts desc, run_at, created_at);
`,
}
