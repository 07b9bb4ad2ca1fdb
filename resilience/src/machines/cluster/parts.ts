const INSTALLATION = ["draft", "database", "look", "application", "superuser", "front", "doors"] as const;
const WORK = ["switchover", "setting", "reinit", "replace", "backup", "upgrade", "rollback"] as const;

/** The words behind `sh cluster` in docs/cluster.md. */
export const CLUSTER_PARTS = [...INSTALLATION, ...WORK];
export type ClusterPart = (typeof CLUSTER_PARTS)[number];
