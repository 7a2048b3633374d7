/**
 * The settings of the embedded server, for a small machine (docs/deployment.md). Commits stay durable. For more data, use
 * a Postgres of your own (DATABASE_URL).
 */
export const SMALL_MACHINE = {
  // One web, one checkin and one worker have at most 66 connections. Twice as many take 4 MB more.
  max_connections: 200,
  // After a rush all of it is used. Twice as much did not raise the throughput of 100,000 snitches.
  shared_buffers: "64MB",
  // Used by each vacuum and index build.
  maintenance_work_mem: "32MB",

  // Our queries take milliseconds. To compile one, a backend first loads a compiler.
  jit: "off",
  // Two cores are better spent on two requests than on one query.
  max_parallel_workers_per_gather: 0,
  max_parallel_maintenance_workers: 0,
  max_worker_processes: 0,
  autovacuum_max_workers: 2,
  autovacuum_worker_slots: 2,
  // The backend reads its data itself, without three more processes.
  io_method: "sync",
  // There is no replication.
  wal_level: "minimal",
  max_wal_senders: 0,
  max_logical_replication_workers: 0,

  // Reuses old WAL files: a new one is filled with zeros first, and commits wait for that (50 ms).
  min_wal_size: "256MB",
  max_wal_size: "1GB",
};
