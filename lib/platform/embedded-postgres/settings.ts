/**
 * How the embedded server is set for a small machine (docs/deployment.md). None of it weakens durability: a commit is on
 * disk before it is answered. For larger data bring a Postgres of your own (DATABASE_URL).
 */
export const SMALL_MACHINE = {
  // The pools of one web, one checkin and one worker come to 87 when all are full. Room for as many again takes 4 MB.
  max_connections: 200,
  // A cache: only what is used of it takes memory. The snitches that a minute touches fit; more brought no more check-ins.
  shared_buffers: "128MB",
  // For each vacuum and each index that is built.
  maintenance_work_mem: "32MB",

  // Queries here take milliseconds. To compile one, a backend would first load a compiler.
  jit: "off",
  // Two cores are better spent on two requests than on one query.
  max_parallel_workers_per_gather: 0,
  max_parallel_maintenance_workers: 0,
  max_worker_processes: 0,
  autovacuum_max_workers: 2,
  autovacuum_worker_slots: 2,
  // Reads in the backend that wants them, not in three processes beside it.
  io_method: "sync",
  // Nothing replicates from here.
  wal_level: "minimal",
  max_wal_senders: 0,
  max_logical_replication_workers: 0,

  // Old log files are used again. A new one is filled with zeros first, and commits wait for that (50 ms).
  min_wal_size: "256MB",
  max_wal_size: "1GB",
};
