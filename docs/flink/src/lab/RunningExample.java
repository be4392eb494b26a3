package lab;

import java.util.List;
import java.util.TreeMap;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple4;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.CheckpointType;
import org.apache.flink.runtime.checkpoint.AbstractCheckpointStats;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.runtime.util.EnvironmentInformation;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.streaming.api.operators.ChainingStrategy;
import org.apache.flink.streaming.api.transformations.PhysicalTransformation;

/**
 * The running example of Exactly-Once Lab on a real Flink: a checkpoint after the record of t=3, a crash at t=10 when
 * those of 5 and 8 have been processed. Once with each of four sinks, each in a job and a world of its own.
 *
 * <p>Nothing here waits for a clock. A step begins when the one before it is over, so the output is always the same.
 */
public final class RunningExample {
    /** The records: time, key, value. */
    static final Record[] RECORDS = {
        new Record(1, "a", 10),
        new Record(3, "b", 20),
        new Record(5, "a", 30),
        new Record(8, "a", 40),
        new Record(11, "c", 50),
        new Record(14, "b", 60),
    };

    record Record(int t, String key, int value) {}

    public static void main(String[] args) throws Exception {
        System.out.println("Apache Flink " + EnvironmentInformation.getVersion());
        var one = new MiniClusterConfiguration.Builder().setNumTaskManagers(1).setNumSlotsPerTaskManager(1);
        try (MiniCluster cluster = new MiniCluster(one.withRandomPorts().build())) {
            cluster.start();
            for (String sink : List.of("append", "upsert", "write_ahead_log", "two_phase_commit")) {
                run(cluster, sink);
            }
        }
    }

    /** The story, told to one job. */
    private static void run(MiniCluster cluster, String sink) throws Exception {
        System.out.println("\n== " + sink);
        Outside.clear();
        Stage.clear();
        JobGraph graph = graph(sink);
        JobID job = graph.getJobID();
        cluster.submitJob(graph).get();

        Stage.release(0);
        Stage.release(1);
        cluster.triggerCheckpoint(job, CheckpointType.FULL).get();
        Stage.awaitNotification();
        Stage.release(2);
        Stage.release(3);
        Stage.crash(10);
        // The source goes on at the offset in the checkpoint, so it reads 2 and 3 again before it gets to 4.
        Stage.release(4);
        Stage.release(5);
        var result = cluster.requestJobResult(job).get();
        if (result.getSerializedThrowable().isPresent()) {
            throw new IllegalStateException("the job failed", result.getSerializedThrowable().get());
        }

        var completed = new TreeMap<Long, Boolean>();
        var history = cluster.getArchivedExecutionGraph(job).get().getCheckpointStatsSnapshot().getHistory();
        for (AbstractCheckpointStats checkpoint : history.getCheckpoints()) {
            completed.put(checkpoint.getCheckpointId(), checkpoint.getStatus().isCompleted());
        }
        completed.values().removeIf(isCompleted -> !isCompleted);
        System.out.println(Outside.outcome(sink, List.copyOf(completed.keySet()), Stage.restoredOffsets()));
    }

    /** Source, keyed operator, sink. */
    private static JobGraph graph(String sink) throws Exception {
        Configuration settings = new Configuration();
        settings.setString("restart-strategy.type", "fixed-delay");
        settings.setString("restart-strategy.fixed-delay.attempts", "1");
        settings.setString("restart-strategy.fixed-delay.delay", "0 s");
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(settings);
        env.setParallelism(1);
        // Checkpoints are asked for in run(); by itself only the end of the input makes one.
        env.enableCheckpointing(24 * 60 * 60 * 1000L);

        DataStream<Tuple4<String, Long, Integer, Integer>> results = env
            .fromSource(new StagedSource(RECORDS.length), WatermarkStrategy.noWatermarks(), "source")
            .keyBy(offset -> RECORDS[offset.intValue()].key())
            .process(new CountAndSum())
            .returns(Types.TUPLE(Types.STRING, Types.LONG, Types.INT, Types.INT))
            .name("operator");
        switch (sink) {
            case "append" -> results.sinkTo(new AtOnceSink(false)).name(sink);
            case "upsert" -> results.sinkTo(new AtOnceSink(true)).name(sink);
            case "write_ahead_log" -> {
                var serializer = results.getType().createSerializer(env.getConfig().getSerializerConfig());
                var log = results.transform(sink, results.getType(), new WriteAheadLog(serializer));
                // In the operator's task, as the other sinks; in Flink 1.20 it would get one of its own.
                ((PhysicalTransformation<?>) log.getTransformation()).setChainingStrategy(ChainingStrategy.ALWAYS);
                log.sinkTo(new DiscardingSink<>());
            }
            case "two_phase_commit" -> results.addSink(new TransactionSink()).name(sink);
            default -> throw new IllegalArgumentException(sink);
        }
        return env.getStreamGraph().getJobGraph();
    }
}
